import { ConfirmDialog, InlineError, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import type { FileEntry } from '../../src/wire.ts'
import { EntryIcon } from '../list/entry-icon.tsx'
import { shownName } from '../list/shown-name.ts'

/** Names that are listed; the others are counted. */
const maxNames = 8

/** Confirms what is deleted. Errors are shown in place; what was deleted before them stays deleted. */
export function DeleteDialog(props: {
  entries: readonly FileEntry[]
  onConfirm: () => Promise<void>
  onClose: () => void
}): ReactNode {
  const { entries, onConfirm, onClose } = props
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const hasFolder = entries.some(({ file_type }) => file_type === 'Directory')
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('delete.title', { count: entries.length })}
      description={t(hasFolder ? 'delete.folderHint' : 'delete.hint')}
      action={t('delete.action')}
      busy={isBusy}
      onConfirm={() => void confirm()}
    >
      <ul className="flex flex-col gap-1.5 text-sm">
        {entries.slice(0, maxNames).map((entry) => (
          <li key={entry.path} className="flex min-w-0 items-center gap-2">
            <EntryIcon entry={entry} />
            <bdi className="truncate" data-tip={entry.path}>
              {shownName(entry.name)}
            </bdi>
          </li>
        ))}
        {entries.length > maxNames && (
          <li className="text-muted">{t('delete.more', { count: entries.length - maxNames })}</li>
        )}
      </ul>
      <InlineError error={error} />
    </ConfirmDialog>
  )
}
