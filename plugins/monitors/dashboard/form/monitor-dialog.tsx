import { Button, FormDialog, toast, useErrorFocus, useMutate, useT } from '@svc/dashboard-sdk'
import type { Monitor, MonitorInput } from '@svc/plugin-monitors/contract'
import { type ReactNode, useState } from 'react'
import { monitorPath, monitorsPath } from '../paths.ts'
import { useGroups } from './group-field.tsx'
import { copiedRows } from './headers.ts'
import {
  changesOf,
  decided,
  draftOf,
  emptyDraft,
  inputOf,
  longestName,
  type MonitorDraft,
  problemsOf,
} from './monitor-draft.ts'
import { MonitorForm } from './monitor-form.tsx'

/** What the form is opened for: with a monitor it is changed or copied. */
export type Editing = { readonly act: 'create' } | { readonly act: 'edit' | 'duplicate'; readonly monitor: Monitor }

/** Makes a monitor, changes one, or makes a copy that can be changed first. */
export function MonitorDialog({ editing, onClose }: { editing: Editing; onClose: () => void }): ReactNode {
  const t = useT()
  const known = editing.act === 'edit' ? editing.monitor : undefined
  const copy = (monitor: Monitor): MonitorDraft => ({
    ...draftOf(monitor),
    headers: copiedRows(draftOf(monitor).headers),
    name: t('form.copyName', { name: monitor.name }).slice(0, longestName),
  })
  const [before] = useState<MonitorDraft>(() =>
    editing.act === 'create' ? emptyDraft : known ? draftOf(known) : copy(editing.monitor),
  )
  const [typed, setTyped] = useState(before)
  const groups = useGroups()
  const draft = decided(typed, groups.data)
  const [tried, setTried] = useState(false)
  const save = useMutate<MonitorInput | Partial<MonitorInput>, Monitor>(
    known ? 'PUT' : 'POST',
    known ? monitorPath(known.id) : monitorsPath,
    {
      invalidates: [monitorsPath],
      onDone: ({ name }) => {
        toast.success(t(known ? 'form.saved' : 'form.created', { name }))
        onClose()
      },
      onFailed: () => undefined,
    },
  )
  const { form, look } = useErrorFocus(save.error)
  const submit = () => {
    setTried(true)
    if (Object.keys(problemsOf(draft)).length > 0) return look()
    if (!known) return save.mutate(inputOf(draft))
    const changes = changesOf(before, draft)
    if (Object.keys(changes).length === 0) onClose()
    else save.mutate(changes)
  }
  return (
    <FormDialog
      width="md"
      dirty={JSON.stringify(typed) !== JSON.stringify(before)}
      onClose={onClose}
      title={
        known
          ? t('form.editTitle', { name: known.name })
          : t(editing.act === 'create' ? 'form.createTitle' : 'form.copyTitle')
      }
      action={
        <Button type="submit" form="monitor" variant="primary" busy={save.isPending}>
          {t(known ? 'form.save' : 'form.create')}
        </Button>
      }
    >
      <MonitorForm
        id="monitor"
        form={form}
        draft={draft}
        onDraft={setTyped}
        onSubmit={submit}
        isKnown={known !== undefined}
        groups={groups}
        tried={tried}
        failure={save.error}
      />
    </FormDialog>
  )
}
