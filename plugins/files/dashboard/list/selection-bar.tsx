import { IconButton, useFormat, useT } from '@svc/dashboard-sdk'
import { Download, FolderInput, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FileEntry } from '../../src/wire.ts'
import type { EntryAction } from './entry-menu.tsx'
import type { DirectoryContent } from './read-directory.ts'

/** Counts, and what can be done with the selected entries. */
export function SelectionBar(props: {
  content: DirectoryContent | undefined
  shown: number
  hidden: number
  selected: readonly FileEntry[]
  onAction: (action: EntryAction) => void
}): ReactNode {
  const { content, shown, hidden, selected, onAction } = props
  const t = useT()
  const format = useFormat()
  const bytes = selected.reduce((sum, { file_type, size }) => sum + (file_type === 'File' ? size : 0), 0)
  const count = (key: string, number: number) => t(key, { count: number, number: format.number(number) })
  return (
    <div className="flex h-11 items-center gap-3 border-t px-4 text-muted text-sm">
      <p role="status" className="figures min-w-0 truncate">
        {content && !content.isComplete
          ? t('list.loading', { loaded: format.number(content.entries.length), total: format.number(content.total) })
          : content &&
            [count('list.count', shown), hidden > 0 && count('list.hidden', hidden)].filter(Boolean).join(' · ')}
        {selected.length > 0 &&
          ` · ${t('list.selected', { count: selected.length, number: format.number(selected.length), size: format.bytes(bytes) })}`}
      </p>
      {selected.length > 0 && (
        <div className="ml-auto flex gap-0.5">
          <IconButton label={t('menu.download')} onClick={() => onAction('download')}>
            <Download aria-hidden />
          </IconButton>
          <IconButton label={t('menu.rename')} disabled={selected.length !== 1} onClick={() => onAction('rename')}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={t('menu.move')} onClick={() => onAction('move')}>
            <FolderInput aria-hidden />
          </IconButton>
          <IconButton label={t('menu.delete')} onClick={() => onAction('delete')}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
}
