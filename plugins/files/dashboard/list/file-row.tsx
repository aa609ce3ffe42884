// biome-ignore-all lint/a11y: rows of a grid that is rendered in part; the grid has the focus and names its active row
import { cn, useFormat, useT } from '@svc/dashboard-sdk'
import { EllipsisVertical, TriangleAlert } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { FileEntry } from '../../src/wire.ts'
import { EntryIcon } from './entry-icon.tsx'
import { isUnreadableName, shownName } from './shown-name.ts'

/** The columns of head and rows. */
export const gridColumns =
  'grid grid-cols-[minmax(0,1fr)_2.5rem] items-center md:grid-cols-[minmax(0,1fr)_6.5rem_11rem_2.5rem] lg:grid-cols-[minmax(0,1fr)_6.5rem_11rem_7.5rem_10rem_2.5rem]'

export interface RowProps {
  readonly id: string
  readonly entry: FileEntry
  readonly index: number
  /** pixels */
  readonly height: number
  readonly isSelected: boolean
  readonly isFocused: boolean
  /** something is dragged over it that it would take */
  readonly isTarget: boolean
  /** waits to be moved */
  readonly isCut: boolean
}

/** The size of a file. That of a folder says nothing about what is in it. */
const sizeOf = ({ file_type, size }: FileEntry) => (file_type === 'Directory' ? undefined : size)

const ownerOf = ({ owner, group }: FileEntry) =>
  owner === null ? '' : owner === group || group === null ? owner : `${owner}:${group}`

/** An entry of the list. Events are handled by the grid. */
export const FileRow = memo(function FileRow(props: RowProps): ReactNode {
  const { id, entry, index, height, isSelected, isFocused, isTarget, isCut } = props
  const { name, modified, permissions, target, denied } = entry
  const t = useT()
  const format = useFormat()
  const size = sizeOf(entry)
  const isDirectory = entry.file_type === 'Directory'
  const isUnreadable = isUnreadableName(name)
  const time = modified > 0 ? format.dateTime(modified * 1000) : '–'
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      draggable={!denied}
      style={{ top: index * height, height }}
      className={cn(
        gridColumns,
        'group/row absolute inset-x-0 select-none px-2 text-sm hover:bg-accent-soft/40',
        isSelected && 'bg-accent-soft hover:bg-accent-soft',
        isFocused && 'outline-accent -outline-offset-2 group-focus-visible/grid:outline-2',
        isTarget && 'bg-accent-soft outline-2 outline-accent outline-dashed -outline-offset-2',
        isCut && 'border-l-2 border-accent border-dashed',
      )}
    >
      <div role="gridcell" className="flex min-w-0 items-center gap-2.5 px-2">
        <EntryIcon entry={entry} />
        <span className="min-w-0">
          <span className="block truncate" data-tip={shownName(name)}>
            <bdi className={cn(isDirectory && 'font-medium', (denied || isCut) && 'text-muted')}>{shownName(name)}</bdi>
            {target != null && <span className="text-faint"> → {shownName(target)}</span>}
            {denied && <span className="sr-only"> {t('list.denied')}</span>}
            {isUnreadable && (
              <TriangleAlert className="ml-1.5 inline size-3.5 text-warn" aria-label={t('list.unreadable')} />
            )}
          </span>
          <span className="figures block truncate text-faint text-xs md:hidden">
            {size === undefined ? time : `${format.bytes(size)} · ${time}`}
          </span>
        </span>
      </div>
      <div role="gridcell" className="figures px-2 text-right text-muted max-md:hidden">
        {size === undefined ? '' : format.bytes(size)}
      </div>
      <div role="gridcell" className="figures truncate px-2 text-muted max-md:hidden">
        {time}
      </div>
      <div role="gridcell" className="truncate px-2 font-mono text-muted text-xs max-lg:hidden">
        {permissions ?? ''}
      </div>
      <div role="gridcell" className="truncate px-2 text-muted max-lg:hidden" data-tip={ownerOf(entry)}>
        {ownerOf(entry)}
      </div>
      <div role="gridcell" className="text-right">
        <button
          type="button"
          tabIndex={-1}
          data-menu
          aria-label={t('list.actions', { name: shownName(name) })}
          className="inline-grid size-8 place-items-center rounded-md text-faint hover:bg-accent-soft hover:text-ink md:opacity-0 md:group-hover/row:opacity-100"
        >
          <EllipsisVertical className="size-4" aria-hidden />
        </button>
      </div>
    </div>
  )
})
