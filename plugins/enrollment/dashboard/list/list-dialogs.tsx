import type { ReactNode } from 'react'
import { AddServerDialog } from '../add/add-server-dialog.tsx'
import { FreshCodeDialog } from '../add/fresh-code-dialog.tsx'
import { DeleteServerDialog } from '../detail/delete-server-dialog.tsx'
import { EditDialog } from '../detail/edit-dialog.tsx'
import { LabelsDialog } from '../groups/labels-dialog.tsx'

/** Which dialog of the list is open. */
export type Open = 'add' | 'groups' | { readonly what: 'edit' | 'delete' | 'code'; readonly id: string }

/** The dialogs of the list; fetched when the first of them is opened, because most visits only look. */
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
  const { what, id } = open
  if (what === 'edit') return <EditDialog id={id} onClose={onClose} />
  if (what === 'delete') return <DeleteServerDialog id={id} onClose={onClose} />
  return <FreshCodeDialog id={id} onClose={onClose} />
}
