import {
  Checkbox,
  Field,
  FormDialog,
  type FormState,
  Input,
  Segmented,
  Select,
  Textarea,
  toast,
  useForm,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { AlertTrigger, Task, TaskInput } from '@svc/plugin-tasks/contract'
import type { ReactNode } from 'react'
import { taskPath, tasksPath } from '../paths.ts'
import { CronField } from './cron-field.tsx'
import { TargetsField } from './targets-field.tsx'
import { emptyDraft, problemsOf, type TaskDraft, toDraft, toInput } from './task-draft.ts'

const alertTriggers: readonly AlertTrigger[] = ['off', 'targets', 'alert_server']

/** Creates or edits a task; `initial` fills in a new one. */
export function TaskDialog(props: {
  task?: Task
  initial?: Partial<TaskDraft>
  onClose: () => void
  onSaved?: (task: Task) => void
}): ReactNode {
  const { task, initial, onClose, onSaved } = props
  const t = useT()
  const save = useMutate<TaskInput, Task>(task ? 'PUT' : 'POST', task ? taskPath(task.id) : tasksPath, {
    invalidates: [tasksPath],
    onFailed: () => undefined,
  })
  const form = useForm<TaskDraft, Task>({
    values: task ? toDraft(task) : { ...emptyDraft, ...initial },
    validate: (draft) =>
      Object.fromEntries(Object.entries(problemsOf(draft)).map(([field, problem]) => [field, t(problem)])),
    submit: (draft) => save.mutateAsync(toInput(draft)),
    onSubmitted(saved) {
      toast.success(t(task ? 'form.saved' : saved.task_type === 'oneshot' ? 'form.started' : 'form.created'))
      onClose()
      onSaved?.(saved)
    },
  })
  const { draft } = form
  const isScheduled = draft.type === 'scheduled'
  return (
    <FormDialog
      form={form}
      submit={t(task ? 'form.save' : isScheduled ? 'form.create' : 'form.run')}
      width="lg"
      onClose={onClose}
      title={t(task ? 'form.editTitle' : isScheduled ? 'form.createTitle' : 'form.runTitle')}
    >
      {!task && (
        <div>
          <Segmented
            label={t('form.type')}
            value={draft.type}
            onChange={(type) => form.set({ type })}
            options={(['scheduled', 'oneshot'] as const).map((value) => ({ value, label: t(`form.types.${value}`) }))}
          />
        </div>
      )}
      <Field label={t('form.name')} aside={t('form.optional')} error={form.error('name')}>
        <Input {...form.register('name')} maxLength={100} autoComplete="off" />
      </Field>
      <Field label={t('form.command')} hint={t('form.commandHint')} error={form.error('command')}>
        <Textarea {...form.register('command')} rows={3} spellCheck={false} autoComplete="off" className="font-mono" />
      </Field>
      <TargetsField value={draft} onChange={form.set} error={form.error('server_ids', 'servers')} />
      {isScheduled && (
        <CronField
          value={draft.cron}
          onChange={(cron) => form.set({ cron })}
          error={form.error('cron_expression', 'cron')}
        />
      )}
      <Limits form={form} />
      {isScheduled && (
        <Checkbox label={t('form.runMissed')} hint={t('form.runMissedHint')} {...form.register('runMissed')} />
      )}
      <Field label={t('form.alerts')} hint={t('form.alertsHint')} error={form.error('alert_trigger', 'alertTrigger')}>
        <Select {...form.register('alertTrigger')}>
          {alertTriggers.map((value) => (
            <option key={value} value={value}>
              {t(`form.alertTrigger.${value}`)}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}

function Limits({ form }: { form: FormState<TaskDraft> }): ReactNode {
  const t = useT()
  const isScheduled = form.draft.type === 'scheduled'
  return (
    <div className="grid items-start gap-4.5 sm:grid-cols-2">
      <Field label={t('form.timeout')} error={form.error('timeout')}>
        <Input {...form.register('timeout')} inputMode="numeric" />
      </Field>
      <Field label={t('form.parallel')} hint={t('form.parallelHint')} error={form.error('max_parallel', 'parallel')}>
        <Input {...form.register('parallel')} inputMode="numeric" />
      </Field>
      {isScheduled && (
        <>
          <Field label={t('form.retries')} error={form.error('retry_count', 'retries')}>
            <Input {...form.register('retries')} inputMode="numeric" />
          </Field>
          <Field label={t('form.retryInterval')} error={form.error('retry_interval', 'retryInterval')}>
            <Input {...form.register('retryInterval')} inputMode="numeric" />
          </Field>
        </>
      )}
    </div>
  )
}
