import { ContextMenu, MenuItem, type MenuPoint, MenuSeparator, useT } from '@svc/dashboard-sdk'
import {
  ClipboardPaste,
  Copy,
  Download,
  Eye,
  FilePlus,
  FolderInput,
  FolderOpen,
  FolderPlus,
  ListChecks,
  Pencil,
  RefreshCw,
  Scissors,
  ScrollText,
  Trash2,
  Upload,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { FileEntry } from '../../src/wire.ts'

/** What the menus of the list can do. */
export type EntryAction =
  | 'open'
  | 'follow'
  | 'download'
  | 'select'
  | 'rename'
  | 'move'
  | 'cut'
  | 'copyPath'
  | 'delete'
  | 'upload'
  | 'newFile'
  | 'newFolder'
  | 'paste'
  | 'refresh'

/** The context menu of the selected entries, or of the folder if there are none. */
export function EntryMenu(props: {
  at: MenuPoint
  owner: string
  entries: readonly FileEntry[]
  /** a directory of the agent's configuration: it cannot be changed itself */
  isRoot: boolean
  canFollow: boolean
  canPaste: boolean
  /** entries can be selected by touch from here on */
  canSelect: boolean
  onAction: (action: EntryAction) => void
  onClose: () => void
}): ReactNode {
  const { at, owner, entries, isRoot, canFollow, canPaste, canSelect, onAction, onClose } = props
  const t = useT()
  const [entry] = entries
  const item = (action: EntryAction, icon: typeof Copy, more: { destructive?: boolean; disabled?: boolean } = {}) => (
    <MenuItem icon={icon} onSelect={() => onAction(action)} {...more}>
      {t(`menu.${action}`)}
    </MenuItem>
  )
  if (!entry) {
    return (
      <ContextMenu at={at} owner={owner} onClose={onClose}>
        {item('upload', Upload)}
        {item('newFolder', FolderPlus)}
        {item('newFile', FilePlus)}
        {canPaste && item('paste', ClipboardPaste)}
        <MenuSeparator />
        {item('copyPath', Copy)}
        {item('refresh', RefreshCw)}
      </ContextMenu>
    )
  }
  const isSingle = entries.length === 1
  const isFile = isSingle && entry.file_type !== 'Directory'
  return (
    <ContextMenu at={at} owner={owner} onClose={onClose}>
      {isSingle && item('open', isFile ? Eye : FolderOpen)}
      {isFile && canFollow && item('follow', ScrollText)}
      {item('download', Download)}
      {canSelect && item('select', ListChecks)}
      <MenuSeparator />
      {isSingle && item('rename', Pencil, { disabled: isRoot })}
      {item('move', FolderInput, { disabled: isRoot })}
      {item('cut', Scissors, { disabled: isRoot })}
      {item('copyPath', Copy)}
      <MenuSeparator />
      {item('delete', Trash2, { destructive: true, disabled: isRoot })}
    </ContextMenu>
  )
}
