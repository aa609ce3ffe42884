import {
  Checkbox,
  Field,
  FormDialog,
  Input,
  Segmented,
  Select,
  ServerPicker,
  serverNow,
  Textarea,
  toast,
  useForm,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { Maintenance, MaintenanceInput } from '@svc/plugin-status/contract'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { maintenancePath, maintenancesPath } from '../paths.ts'
import { draftErrors, type MaintenanceDraft, newDraft, toDraft, toInput } from './maintenance-draft.ts'
import { Occurrences } from './occurrences.tsx'
import { RecurrenceFields } from './recurrence-fields.tsx'

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Creates or edits a maintenance window. */
export default function MaintenanceDialog(props: { window?: Maintenance; onClose: () => void }): ReactNode {
  const { window, onClose } = props
  const t = useT()
  const isNew = window === undefined
  const save = useMutate<MaintenanceInput, Maintenance>(
    isNew ? 'POST' : 'PUT',
    isNew ? maintenancesPath : maintenancePath(window.id),
    { invalidates: [maintenancesPath], onFailed: () => undefined },
  )
  const [values] = useState(() => (window ? toDraft(window) : newDraft(serverNow(), ownZone())))
  const form = useForm<MaintenanceDraft>({
    values,
    validate: (draft) =>
      Object.fromEntries(Object.entries(draftErrors(draft)).map(([field, error]) => [field, t(error)])),
    submit: (draft) => save.mutateAsync(toInput(draft)),
    onSubmitted() {
      toast.success(t(isNew ? 'maintenance.created' : 'maintenance.saved'))
      onClose()
    },
  })
  const { draft } = form
  const zones = useMemo(
    () => [...new Set(['UTC', draft.timezone, ...Intl.supportedValuesOf('timeZone')])].sort(),
    [draft.timezone],
  )
  const serversError = form.error('server_ids_json', 'servers')
  const errorId = useId()
  return (
    <FormDialog
      form={form}
      submit={t(isNew ? 'maintenance.create' : 'incident.save')}
      width="lg"
      onClose={onClose}
      title={t(isNew ? 'maintenance.add' : 'maintenance.edit')}
    >
      <Field label={t('incident.name')} error={form.error('title')}>
        <Input {...form.register('title')} maxLength={200} autoComplete="off" />
      </Field>
      <div className="grid items-start gap-4.5 sm:grid-cols-3">
        <Field label={t('maintenance.start')} error={form.error('start_at', 'start')}>
          <Input {...form.register('start')} type="datetime-local" />
        </Field>
        <Field label={t('maintenance.end')} error={form.error('end_at', 'end')}>
          <Input {...form.register('end')} type="datetime-local" />
        </Field>
        <Field label={t('maintenance.timezone')} error={form.error('timezone')}>
          <Select {...form.register('timezone')}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <RecurrenceFields form={form} />
      <Occurrences draft={draft} />
      <div className="flex flex-col items-start gap-3">
        <div>
          <Segmented
            label={t('incidents.servers')}
            value={draft.scope}
            onChange={(scope) => form.set({ scope })}
            options={(['all', 'chosen'] as const).map((value) => ({ value, label: t(`maintenance.scopes.${value}`) }))}
          />
        </div>
        {draft.scope === 'chosen' && (
          <div className="w-full">
            <ServerPicker
              label={t('incidents.servers')}
              chosen={draft.servers}
              onChosen={(servers) => form.set({ servers })}
              describedBy={serversError ? errorId : undefined}
            />
            {serversError && (
              <p id={errorId} role="alert" className="mt-1 text-danger text-xs">
                {serversError}
              </p>
            )}
          </div>
        )}
      </div>
      <Field
        label={t('maintenance.description')}
        aside={t('incident.optional')}
        hint={t('incident.messageHint')}
        error={form.error('description')}
      >
        <Textarea {...form.register('description')} rows={3} maxLength={2000} />
      </Field>
      <Checkbox label={t('incident.show')} hint={t('maintenance.showHint')} {...form.register('isPublic')} />
      <Checkbox label={t('maintenance.active')} hint={t('maintenance.activeHint')} {...form.register('active')} />
    </FormDialog>
  )
}
