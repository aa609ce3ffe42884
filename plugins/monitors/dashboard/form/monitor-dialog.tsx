import { Button, FormDialog, toast, useErrorFocus, useMutate, useT } from '@svc/dashboard-sdk'
import type { Monitor, MonitorInput } from '@svc/plugin-monitors/contract'
import { type ReactNode, useState } from 'react'
import { monitorPath, monitorsPath } from '../paths.ts'
import { useGroups } from './group-field.tsx'
import { copyHeaderRows } from './header-rows.tsx'
import {
  changedFields,
  draftErrors,
  emptyDraft,
  type MonitorDraft,
  maxNameLength,
  toDraft,
  toInput,
  withDefaultGroup,
} from './monitor-draft.ts'
import { MonitorForm } from './monitor-form.tsx'

/** The purpose of the form. */
export type Editing =
  | { readonly action: 'create' }
  | { readonly action: 'edit' | 'duplicate'; readonly monitor: Monitor }

/** Adds, edits or duplicates a monitor. */
export function MonitorDialog({ editing, onClose }: { editing: Editing; onClose: () => void }): ReactNode {
  const t = useT()
  const existing = editing.action === 'edit' ? editing.monitor : undefined
  const copy = (monitor: Monitor): MonitorDraft => ({
    ...toDraft(monitor),
    headers: copyHeaderRows(toDraft(monitor).headers),
    name: t('form.copyName', { name: monitor.name }).slice(0, maxNameLength),
  })
  const [initial] = useState<MonitorDraft>(() =>
    editing.action === 'create' ? emptyDraft : existing ? toDraft(existing) : copy(editing.monitor),
  )
  const [edited, setEdited] = useState(initial)
  const groups = useGroups()
  const draft = withDefaultGroup(edited, groups.data)
  const [submitted, setSubmitted] = useState(false)
  const save = useMutate<MonitorInput | Partial<MonitorInput>, Monitor>(
    existing ? 'PUT' : 'POST',
    existing ? monitorPath(existing.id) : monitorsPath,
    {
      invalidates: [monitorsPath],
      onDone: ({ name }) => {
        toast.success(t(existing ? 'form.saved' : 'form.created', { name }))
        onClose()
      },
      onFailed: () => undefined,
    },
  )
  const { form, focusFirstError } = useErrorFocus(save.error)
  const submit = () => {
    setSubmitted(true)
    if (Object.keys(draftErrors(draft)).length > 0) return focusFirstError()
    if (!existing) return save.mutate(toInput(draft))
    const changes = changedFields(initial, draft)
    if (Object.keys(changes).length === 0) onClose()
    else save.mutate(changes)
  }
  return (
    <FormDialog
      width="md"
      dirty={JSON.stringify(edited) !== JSON.stringify(initial)}
      onClose={onClose}
      title={
        existing
          ? t('form.editTitle', { name: existing.name })
          : t(editing.action === 'create' ? 'form.createTitle' : 'form.copyTitle')
      }
      action={
        <Button type="submit" form="monitor" variant="primary" busy={save.isPending}>
          {t(existing ? 'form.save' : 'form.create')}
        </Button>
      }
    >
      <MonitorForm
        id="monitor"
        form={form}
        draft={draft}
        onDraft={setEdited}
        onSubmit={submit}
        isExisting={existing !== undefined}
        groups={groups}
        showErrors={submitted}
        error={save.error}
      />
    </FormDialog>
  )
}
