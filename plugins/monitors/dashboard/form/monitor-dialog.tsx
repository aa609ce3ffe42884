import { FormDialog, toast, useForm, useMutate, useT } from '@svc/dashboard-sdk'
import type { Monitor, MonitorInput } from '@svc/plugin-monitors/contract'
import { type ReactNode, useState } from 'react'
import { monitorPath, monitorsPath } from '../paths.ts'
import { useDependencies } from './dependencies-field.tsx'
import { useGroups } from './group-field.tsx'
import { copyHeaderRows } from './header-rows.tsx'
import {
  changedFields,
  draftMessages,
  emptyDraft,
  type MonitorDraft,
  maxNameLength,
  toDraft,
  toInput,
  withDefaultGroup,
} from './monitor-draft.ts'
import { MonitorFields } from './monitor-form.tsx'

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
  const groups = useGroups()
  const dependencies = useDependencies(editing.action === 'create' ? undefined : editing.monitor.id)
  const save = useMutate<MonitorInput | Partial<MonitorInput>, Monitor>(
    existing ? 'PUT' : 'POST',
    existing ? monitorPath(existing.id) : monitorsPath,
    { invalidates: [monitorsPath], onFailed: () => undefined },
  )
  const form = useForm<MonitorDraft, Monitor | undefined>({
    values: initial,
    validate: (draft) => draftMessages(draft, t),
    async submit(edited) {
      const draft = withDefaultGroup(edited, groups.data)
      const changes = existing ? changedFields(initial, draft) : toInput(draft)
      const isChanged = Object.keys(changes).length > 0
      const saved = isChanged ? await save.mutateAsync(changes) : existing
      // A copy depends on the same.
      const { dependsOn = existing ? undefined : dependencies.stored } = draft
      if (!saved || !dependsOn || (!existing && dependsOn.length === 0)) return isChanged ? saved : undefined
      await dependencies.save(saved.id, dependsOn)
      return saved
    },
    onSubmitted(saved) {
      if (saved) toast.success(t(existing ? 'form.saved' : 'form.created', { name: saved.name }))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      submit={t(existing ? 'form.save' : 'form.create')}
      width="md"
      onClose={onClose}
      title={
        existing
          ? t('form.editTitle', { name: existing.name })
          : t(editing.action === 'create' ? 'form.createTitle' : 'form.copyTitle')
      }
    >
      <MonitorFields
        form={form}
        draft={withDefaultGroup(form.draft, groups.data)}
        isExisting={existing !== undefined}
        groups={groups}
        dependencies={dependencies}
      />
    </FormDialog>
  )
}
