import { Dialog, Tabs, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { AddServerDialog } from '../add/add-server-dialog.tsx'
import { GenerateCodeDialog } from '../add/generate-code-dialog.tsx'
import { DeleteServerDialog } from '../detail/delete-server-dialog.tsx'
import { EditDialog } from '../detail/edit-dialog.tsx'
import { GroupsPanel } from '../groups/groups-panel.tsx'
import { TagsPanel } from '../tags/tags-panel.tsx'

/** Manages the groups and tags of the fleet. */
function LabelsDialog({ onClose, onTag }: { onClose: () => void; onTag: (tag: string) => void }): ReactNode {
  const t = useT()
  const [tab, setTab] = useState<'groups' | 'tags'>('groups')
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('labels.title')}>
      <Tabs
        value={tab}
        onChange={setTab}
        label={t('labels.title')}
        tabs={[
          { value: 'groups', label: t('groups.title'), content: <GroupsPanel /> },
          { value: 'tags', label: t('tags.title'), content: <TagsPanel onTag={onTag} /> },
        ]}
      />
    </Dialog>
  )
}

/** The open dialog. */
export type Open = 'add' | 'groups' | { readonly action: 'edit' | 'delete' | 'code'; readonly id: string }

/** The dialogs of the list. Loaded on demand, because most visitors never open one. */
export function ListDialogs(props: { open: Open; onClose: () => void; onTag: (tag: string) => void }): ReactNode {
  const { open, onClose, onTag } = props
  if (open === 'add') return <AddServerDialog onClose={onClose} />
  if (open === 'groups') {
    return (
      <LabelsDialog
        onClose={onClose}
        onTag={(tag) => {
          onTag(tag)
          onClose()
        }}
      />
    )
  }
  const { action, id } = open
  if (action === 'edit') return <EditDialog id={id} onClose={onClose} />
  if (action === 'delete') return <DeleteServerDialog id={id} onClose={onClose} />
  return <GenerateCodeDialog id={id} onClose={onClose} />
}
