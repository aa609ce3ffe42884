import {
  DeleteDialog,
  EmptyState,
  Field,
  FormDialog,
  IconButton,
  RelativeTime,
  Select,
  Textarea,
  toast,
  useForm,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { Incident, IncidentUpdate, IncidentUpdateChange } from '@svc/plugin-status/contract'
import { MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { incidentsPath, updatesPath } from '../paths.ts'
import { StatusMark, statuses } from './incident-marks.tsx'

/** The updates of an incident, the newest first; each can be corrected and deleted. */
export function Timeline({ incident: { updates } }: { incident: Incident }): ReactNode {
  const t = useT()
  if (updates.length === 0)
    return <EmptyState icon={MessageSquare} title={t('timeline.empty')} description={t('timeline.emptyHint')} />
  return (
    <ol className="flex flex-col">
      {updates.toReversed().map((update) => (
        <Entry key={update.id} update={update} />
      ))}
    </ol>
  )
}

function Entry({ update }: { update: IncidentUpdate }) {
  const t = useT()
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const path = `${updatesPath(update.incident_id)}/${update.id}`
  return (
    <li className="group border-line border-l-2 pb-5 pl-4 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="flex flex-wrap items-center gap-x-3">
          <StatusMark status={update.status} />
          <RelativeTime at={update.created_at} className="text-faint text-xs" />
        </span>
        <span className="flex">
          <IconButton size="sm" label={t('timeline.edit')} onClick={() => setDialog('edit')}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton size="sm" label={t('timeline.delete')} onClick={() => setDialog('delete')}>
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      </div>
      <p className="wrap-anywhere mt-1 whitespace-pre-wrap text-sm">{update.message}</p>
      {dialog === 'edit' && <UpdateDialog update={update} path={path} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <DeleteDialog
          path={path}
          invalidates={[incidentsPath]}
          title={t('timeline.deleteTitle')}
          description={t('timeline.deleteHint')}
          action={t('timeline.delete')}
          done={t('timeline.deleted')}
          onClose={() => setDialog(undefined)}
        />
      )}
    </li>
  )
}

function UpdateDialog(props: { update: IncidentUpdate; path: string; onClose: () => void }) {
  const { update, path, onClose } = props
  const t = useT()
  const save = useMutate<IncidentUpdateChange, IncidentUpdate>('PUT', path, {
    invalidates: [incidentsPath],
    onFailed: () => undefined,
  })
  const form = useForm<Pick<IncidentUpdate, 'status' | 'message'>>({
    values: { status: update.status, message: update.message },
    validate: ({ message }) => ({ message: message.trim() ? undefined : t('update.messageRequired') }),
    submit: (draft) => save.mutateAsync(draft),
    onSubmitted() {
      toast.success(t('timeline.saved'))
      onClose()
    },
  })
  return (
    <FormDialog form={form} submit={t('incident.save')} onClose={onClose} title={t('timeline.edit')}>
      <Field label={t('incidents.status')} error={form.error('status')}>
        <Select {...form.register('status')}>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {t(`incident.statuses.${status}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('update.message')} hint={t('incident.messageHint')} error={form.error('message')}>
        <Textarea {...form.register('message')} rows={6} maxLength={10_000} />
      </Field>
    </FormDialog>
  )
}
