import { Button, Field, Form, Select, Textarea, toast, useForm, useMutate, useT } from '@svc/dashboard-sdk'
import type { Incident, IncidentStatus, IncidentUpdate, IncidentUpdateInput } from '@svc/plugin-status/contract'
import type { ReactNode } from 'react'
import { incidentsPath, updatesPath } from '../paths.ts'
import { statuses } from './incident-marks.tsx'

interface UpdateDraft {
  readonly status: IncidentStatus
  readonly message: string
}

/** The next entry of the timeline; the incident takes its status. */
export function UpdateForm({ incident: { id, status } }: { incident: Incident }): ReactNode {
  const t = useT()
  const add = useMutate<IncidentUpdateInput, IncidentUpdate>('POST', updatesPath(id), {
    invalidates: [incidentsPath],
    onFailed: () => undefined,
  })
  const form = useForm<UpdateDraft>({
    values: { status, message: '' },
    validate: ({ message }) => ({ message: message.trim() ? undefined : t('update.messageRequired') }),
    submit: (draft) => add.mutateAsync({ status: draft.status, message: draft.message.trim() }),
    onSubmitted() {
      toast.success(t('update.added'))
      form.startOver({ status: form.draft.status, message: '' })
    },
  })
  return (
    <Form form={form}>
      <Field label={t('incidents.status')} error={form.error('status')}>
        <Select {...form.register('status')}>
          {statuses.map((one) => (
            <option key={one} value={one}>
              {t(`incident.statuses.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('update.message')} hint={t('incident.messageHint')} error={form.error('message')}>
        <Textarea {...form.register('message')} rows={4} maxLength={10_000} />
      </Field>
      <Button type="submit" variant="primary" busy={form.isSubmitting} className="self-start">
        {t('update.add')}
      </Button>
    </Form>
  )
}
