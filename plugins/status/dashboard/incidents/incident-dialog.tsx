import {
  Checkbox,
  Field,
  FormDialog,
  Input,
  Select,
  ServerPicker,
  Textarea,
  toast,
  useForm,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { Incident, IncidentInput } from '@svc/plugin-status/contract'
import type { ReactNode } from 'react'
import { incidentPath, incidentsPath } from '../paths.ts'
import {
  emptyIncident,
  type IncidentDraft,
  severityOf,
  type Template,
  templates,
  toDraft,
  toInput,
} from './incident-draft.ts'
import { severities, statuses } from './incident-marks.tsx'

/** Creates or edits an incident; `initial` fills in a new one. */
export default function IncidentDialog(props: {
  incident?: Incident
  initial?: Partial<IncidentDraft>
  onClose: () => void
  onSaved?: (incident: Incident) => void
}): ReactNode {
  const { incident, initial, onClose, onSaved } = props
  const t = useT()
  const isNew = incident === undefined
  const save = useMutate<IncidentInput, Incident>(
    isNew ? 'POST' : 'PUT',
    isNew ? incidentsPath : incidentPath(incident.id),
    {
      invalidates: [incidentsPath],
      onFailed: () => undefined,
    },
  )
  const form = useForm<IncidentDraft, Incident>({
    values: incident ? toDraft(incident) : { ...emptyIncident, ...initial },
    validate: ({ title }) => ({ title: title.trim() ? undefined : t('incident.titleRequired') }),
    submit: (draft) => save.mutateAsync(toInput(draft, isNew)),
    onSubmitted(saved) {
      toast.success(t(isNew ? 'incident.created' : 'incident.saved'))
      onClose()
      onSaved?.(saved)
    },
  })
  const fillIn = (template: Template) =>
    form.set({
      title: t(`template.${template}.title`),
      message: t(`template.${template}.message`),
      severity: severityOf[template],
    })
  return (
    <FormDialog
      form={form}
      submit={t(isNew ? 'incident.create' : 'incident.save')}
      width="lg"
      onClose={onClose}
      title={t(isNew ? 'incidents.add' : 'incident.edit')}
    >
      {isNew && (
        <Field label={t('template.label')} aside={t('incident.optional')}>
          <Select defaultValue="" onChange={({ target }) => target.value && fillIn(target.value as Template)}>
            <option value="">{t('template.none')}</option>
            {templates.map((template) => (
              <option key={template} value={template}>
                {t(`template.${template}.title`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={t('incident.name')} error={form.error('title')}>
        <Input {...form.register('title')} maxLength={200} autoComplete="off" />
      </Field>
      <div className="grid items-start gap-4.5 sm:grid-cols-2">
        <Field label={t('incident.severity')} hint={t('incident.severityHint')} error={form.error('severity')}>
          <Select {...form.register('severity')}>
            {severities.map((severity) => (
              <option key={severity} value={severity}>
                {t(`incident.severities.${severity}`)}
              </option>
            ))}
          </Select>
        </Field>
        {isNew && (
          <Field label={t('incidents.status')} error={form.error('status')}>
            <Select {...form.register('status')}>
              {statuses.map((status) => (
                <option key={status} value={status}>
                  {t(`incident.statuses.${status}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      {isNew && (
        <Field
          label={t('incident.message')}
          aside={t('incident.optional')}
          hint={t('incident.messageHint')}
          error={form.error('message')}
        >
          <Textarea {...form.register('message')} rows={4} maxLength={10_000} />
        </Field>
      )}
      <Field
        label={t('incidents.servers')}
        aside={t('incident.optional')}
        error={form.error('server_ids_json', 'servers')}
      >
        <ServerPicker
          label={t('incidents.servers')}
          chosen={form.draft.servers}
          onChosen={(servers) => form.set({ servers })}
        />
      </Field>
      <Checkbox label={t('incident.show')} hint={t('incident.showHint')} {...form.register('isPublic')} />
    </FormDialog>
  )
}
