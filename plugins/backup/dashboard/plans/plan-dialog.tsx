import {
  Field,
  FormDialog,
  type FormState,
  Input,
  PasswordInput,
  Segmented,
  Select,
  toast,
  useForm,
  useLanguage,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { BackupState } from '../../src/backup-schema.ts'
import type { Plan, PlanUpdate, Schedule } from '../../src/plans/plan-schema.ts'
import { PassphraseFields } from '../parts/passphrase-fields.tsx'
import { proofErrors } from '../parts/proof-errors.ts'
import { ProofField, useProofKind } from '../parts/proof-field.tsx'
import { backupPath, planPath, plansPath } from '../paths.ts'
import { GroupField } from './group-field.tsx'
import { emptyDraft, needsProof, type PlanDraft, problemsOf, toDraft, toInput } from './plan-draft.ts'
import { weekdayName } from './plan-text.ts'

const frequencies: readonly Schedule['frequency'][] = ['hourly', 'daily', 'weekly', 'monthly']
const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** Adds or edits a scheduled backup. */
export default function PlanDialog(props: { plan?: Plan; state: BackupState; onClose: () => void }): ReactNode {
  const { plan, state, onClose } = props
  const t = useT()
  const kind = useProofKind()
  const save = useMutate<PlanUpdate, Plan>(plan ? 'PUT' : 'POST', plan ? planPath(plan.id) : plansPath, {
    invalidates: [backupPath],
    onFailed: () => undefined,
  })
  const form = useForm<PlanDraft, Plan>({
    values: plan ? toDraft(plan) : emptyDraft(state.folders[0] ?? '', null),
    validate: (draft) =>
      Object.fromEntries(Object.entries(problemsOf(draft, plan, kind)).map(([field, problem]) => [field, t(problem)])),
    submit: (draft) => save.mutateAsync(toInput(draft, plan, kind)),
    onSubmitted({ name }) {
      toast.success(t(plan ? 'plan.saved' : 'plan.created', { name }))
      onClose()
    },
    errorsOf: (error) => proofErrors(error, t),
  })
  return (
    <FormDialog
      form={form}
      submit={t(plan ? 'plan.save' : 'plan.create')}
      width="lg"
      onClose={onClose}
      title={plan ? t('plan.editTitle', { name: plan.name }) : t('plan.addTitle')}
    >
      <Field label={t('plan.name')} error={form.error('name')}>
        <Input {...form.register('name')} maxLength={100} autoComplete="off" placeholder={t('plan.namePlaceholder')} />
      </Field>
      <ScheduleFields form={form} timezone={state.timezone} />
      <DestinationFields form={form} plan={plan} folders={state.folders} />
      <div className="grid items-start gap-4.5 sm:grid-cols-2">
        <PassphraseFields
          form={form}
          hint={t(plan ? 'plan.passphraseKept' : 'passphrase.hint')}
          {...(plan && { placeholder: t('plan.unchanged') })}
        />
      </div>
      <div className="grid items-start gap-4.5 sm:grid-cols-2">
        <Field label={t('plan.keepLast')} hint={t('plan.keepHint')} error={form.error('keep_last', 'keepLast')}>
          <Input {...form.register('keepLast')} inputMode="numeric" placeholder={t('plan.noLimit')} />
        </Field>
        <Field label={t('plan.keepDays')} error={form.error('keep_days', 'keepDays')}>
          <Input {...form.register('keepDays')} inputMode="numeric" placeholder={t('plan.noLimit')} />
        </Field>
      </div>
      <GroupField
        value={form.draft.groupId}
        onChange={(groupId) => form.set({ groupId })}
        error={form.error('notification_group_id', 'groupId')}
      />
      {needsProof(form.draft, plan) && (
        <ProofField kind={kind} error={form.error(kind, 'proof')} input={form.register('proof')} />
      )}
    </FormDialog>
  )
}

type Props = { form: FormState<PlanDraft> }

function ScheduleFields({ form, timezone }: Props & { timezone: string }) {
  const t = useT()
  const language = useLanguage()
  const { frequency } = form.draft
  return (
    <div className="grid items-start gap-4.5 sm:grid-cols-2">
      <Field label={t('plan.frequency')} error={form.error('schedule.frequency', 'frequency')}>
        <Select {...form.register('frequency')}>
          {frequencies.map((value) => (
            <option key={value} value={value}>
              {t(`frequency.${value}`)}
            </option>
          ))}
        </Select>
      </Field>
      {frequency === 'weekly' && (
        <Field label={t('plan.weekday')} error={form.error('schedule.weekday', 'weekday')}>
          <Select {...form.register('weekday')}>
            {weekdays.map((value) => (
              <option key={value} value={value}>
                {weekdayName(value, language)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {frequency === 'monthly' && (
        <Field label={t('plan.day')} error={form.error('schedule.day', 'day')}>
          <Input {...form.register('day')} inputMode="numeric" />
        </Field>
      )}
      {frequency === 'hourly' ? (
        <Field label={t('plan.minute')} error={form.error('schedule.time', 'minute')}>
          <Input {...form.register('minute')} inputMode="numeric" />
        </Field>
      ) : (
        <Field
          label={t('plan.time')}
          hint={t('plan.timezone', { timezone })}
          error={form.error('schedule.time', 'time')}
        >
          <Input {...form.register('time')} type="time" />
        </Field>
      )}
    </div>
  )
}

function DestinationFields({ form, plan, folders }: Props & { plan: Plan | undefined; folders: readonly string[] }) {
  const t = useT()
  const isStored = plan?.destination.kind === 's3' && plan.destination.endpoint === form.draft.endpoint.trim()
  const code = { autoComplete: 'off', spellCheck: false, className: 'font-mono placeholder:font-sans' } as const
  return (
    <>
      <div className="flex flex-col items-start gap-1.5">
        <p className="font-medium text-sm" aria-hidden>
          {t('plan.destination')}
        </p>
        <Segmented
          label={t('plan.destination')}
          value={form.draft.kind}
          onChange={(kind) => form.set({ kind })}
          options={(['directory', 's3'] as const).map((value) => ({ value, label: t(`destination.${value}`) }))}
        />
      </div>
      {form.draft.kind === 'directory' ? (
        <Field
          label={t('plan.path')}
          hint={t('plan.pathHint', { folders: folders.join(', ') })}
          error={form.error('destination.path', 'path')}
        >
          <Input {...form.register('path')} {...code} />
        </Field>
      ) : (
        <>
          <div className="grid items-start gap-4.5 sm:grid-cols-2">
            <Field label={t('plan.endpoint')} error={form.error('destination.endpoint', 'endpoint')}>
              <Input {...form.register('endpoint')} {...code} type="url" placeholder="https://s3.example.com" />
            </Field>
            <Field label={t('plan.region')} error={form.error('destination.region', 'region')}>
              <Input {...form.register('region')} {...code} />
            </Field>
            <Field label={t('plan.bucket')} error={form.error('destination.bucket', 'bucket')}>
              <Input {...form.register('bucket')} {...code} />
            </Field>
            <Field
              label={t('plan.prefix')}
              aside={t('plan.optional')}
              hint={t('plan.prefixHint')}
              error={form.error('destination.prefix', 'prefix')}
            >
              <Input {...form.register('prefix')} {...code} />
            </Field>
            <Field label={t('plan.accessKeyId')} error={form.error('destination.access_key_id', 'accessKeyId')}>
              <Input {...form.register('accessKeyId')} {...code} />
            </Field>
            <Field
              label={t('plan.secretAccessKey')}
              error={form.error('destination.secret_access_key', 'secretAccessKey')}
            >
              <PasswordInput
                {...form.register('secretAccessKey')}
                {...code}
                {...(isStored && { placeholder: t('plan.unchanged') })}
              />
            </Field>
          </div>
          <p className="text-faint text-xs">{t('plan.checked')}</p>
        </>
      )}
    </>
  )
}
