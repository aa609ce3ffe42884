// biome-ignore-all lint/a11y: a grid that is rendered in part; it has the focus and names its active row
import { cn, type Sort, useSize, useT } from '@svc/dashboard-sdk'
import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { FileEntry } from '../../src/wire.ts'
import { FileRow, gridColumns } from './file-row.tsx'
import { rowWindow, scrollFor } from './row-window.ts'
import { extendTo, moveFocus, type Selection, selectAll, selectOnly, toggle } from './selection.ts'
import type { SortColumn } from './sort-entries.ts'
import { findTyped, isTyping, nothingTyped, type Typed, typeKey } from './type-ahead.ts'
import { usePhone } from './use-phone.ts'

const rowHeights = { phone: 52, wide: 34 }
const headHeight = 34

/** What the grid asks of the page. */
export interface GridActions {
  open(entry: FileEntry): void
  up(): void
  /** `at` is where the menu opens */
  menu(entry: FileEntry | undefined, at: { readonly x: number; readonly y: number }): void
  rename(entry: FileEntry): void
  delete(): void
  cut(): void
  paste(): void
  drag(event: React.DragEvent, paths: readonly string[]): void
  /** Files or entries are dragged over a folder, or over the rest of the list; returns whether they can be dropped there. */
  dragOver(event: React.DragEvent, folder: FileEntry | undefined): boolean
  drop(event: React.DragEvent, folder: FileEntry | undefined): void
}

interface GridProps {
  readonly id: string
  readonly label: string
  readonly rows: readonly FileEntry[]
  /** of the whole directory; more than `rows` while it is being read */
  readonly total: number
  readonly isLoading: boolean
  readonly sort: Sort
  readonly onSort: (column: SortColumn) => void
  readonly selection: Selection
  readonly onSelection: (selection: Selection) => void
  readonly cut: ReadonlySet<string>
  readonly actions: GridActions
  readonly children?: ReactNode
}

const columns: readonly { readonly id: SortColumn | 'permissions'; readonly className: string }[] = [
  { id: 'name', className: 'pl-8.5' },
  { id: 'size', className: 'text-right max-md:hidden' },
  { id: 'modified', className: 'max-md:hidden' },
  { id: 'permissions', className: 'max-lg:hidden' },
  { id: 'owner', className: 'max-lg:hidden' },
]

/** The entries of a directory, of which only the visible ones are rendered. The keyboard works as in a desktop. */
export function FileGrid(props: GridProps): ReactNode {
  const { id, label, rows, total, isLoading, sort, onSort, selection, onSelection, cut, actions, children } = props
  const t = useT()
  const rowId = useId()
  const box = useRef<HTMLDivElement>(null)
  const height = useSize(box, (size) => size.height) ?? 600
  const rowHeight = rowHeights[usePhone() ? 'phone' : 'wide']
  const [scrollTop, setScrollTop] = useState(0)
  const [target, setTarget] = useState<string>()
  const typed = useRef<Typed>(nothingTyped)
  const focus = useMemo(() => rows.findIndex(({ path }) => path === selection.focus), [rows, selection.focus])
  const { first, end } = rowWindow(scrollTop, height - headHeight, rowHeight, rows.length)

  const scrollToRow = (index: number) => {
    const element = box.current
    const top = element && scrollFor(index, element.scrollTop, element.clientHeight - headHeight, rowHeight)
    if (top != null) element?.scrollTo({ top })
  }
  // A row may have got the focus from outside: a new folder, a renamed file, the folder that one comes from.
  const shownFocus = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (focus < 0 || shownFocus.current === selection.focus) return
    shownFocus.current = selection.focus
    scrollToRow(focus)
  })

  const entryOf = ({ target }: { readonly target: EventTarget }): FileEntry | undefined => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
    return row ? rows[Number(row.dataset.index)] : undefined
  }
  const folderOf = (event: { readonly target: EventTarget }) => {
    const entry = entryOf(event)
    return entry?.file_type === 'Directory' && !entry.denied ? entry : undefined
  }

  const moveTo = (index: number, event: KeyboardEvent) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))]
    if (!row) return
    event.preventDefault()
    scrollToRow(rows.indexOf(row))
    const isModified = event.ctrlKey || event.metaKey
    if (event.shiftKey) onSelection(extendTo(selection, rows, row.path, isModified))
    else onSelection(isModified ? moveFocus(selection, row.path) : selectOnly(row.path))
  }

  const openMenuByKey = () => {
    const row = document.getElementById(`${rowId}${focus}`) ?? box.current
    const bounds = row?.getBoundingClientRect()
    if (bounds) actions.menu(rows[focus], { x: bounds.left + 40, y: bounds.top + rowHeight })
  }

  const shortcut = (event: KeyboardEvent): (() => void) | undefined => {
    const row = rows[focus]
    if (event.ctrlKey || event.metaKey) {
      switch (event.key.toLowerCase()) {
        case 'a':
          return () => onSelection(selectAll(selection, rows))
        case 'x':
          return actions.cut
        case 'v':
          return actions.paste
        case ' ':
          return () => row && onSelection(toggle(selection, row.path))
        default:
          return undefined
      }
    }
    switch (event.key) {
      case 'Enter':
        return () => row && actions.open(row)
      case ' ':
        return isTyping(typed.current, event.timeStamp) ? undefined : () => row && actions.open(row)
      case 'Backspace':
        return actions.up
      case 'ArrowUp':
        return event.altKey ? actions.up : undefined
      case 'F2':
        return () => row && actions.rename(row)
      case 'Delete':
        return actions.delete
      case 'Escape':
        return selection.paths.size > 0 ? () => onSelection({ ...selection, paths: new Set() }) : undefined
      case 'ContextMenu':
        return openMenuByKey
      case 'F10':
        return event.shiftKey ? openMenuByKey : undefined
      default:
        return undefined
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== box.current) return
    const act = shortcut(event)
    if (act) {
      event.preventDefault()
      act()
      return
    }
    const page = Math.max(1, Math.floor(height / rowHeight) - 2)
    const targets: Record<string, number> = {
      ArrowDown: focus + 1,
      ArrowUp: focus - 1,
      PageDown: focus + page,
      PageUp: focus - page,
      Home: 0,
      End: rows.length - 1,
    }
    const next = targets[event.key]
    if (next !== undefined) moveTo(next, event)
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      typed.current = typeKey(typed.current, event.key, event.timeStamp)
      const found = rows[findTyped(rows, typed.current, focus)]
      if (found) onSelection(selectOnly(found.path))
    }
  }

  const openMenu = (event: MouseEvent) => {
    event.preventDefault()
    const entry = entryOf(event)
    if (entry && !selection.paths.has(entry.path)) onSelection(selectOnly(entry.path))
    if (!entry) onSelection({ ...selection, paths: new Set() })
    actions.menu(entry, { x: event.clientX, y: event.clientY })
  }

  const onClick = (event: MouseEvent) => {
    const entry = entryOf(event)
    if (event.target instanceof Element && event.target.closest('[data-menu]')) {
      openMenu(event)
    } else if (!entry) {
      if (event.target instanceof Element && !event.target.closest('[role=columnheader]'))
        onSelection({ ...selection, paths: new Set() })
    } else if (event.shiftKey) {
      onSelection(extendTo(selection, rows, entry.path, event.ctrlKey || event.metaKey))
    } else if (event.ctrlKey || event.metaKey) {
      onSelection(toggle(selection, entry.path))
    } else if (isTouch(event)) {
      // A tap opens; while something is selected, it selects more.
      if (selection.paths.size > 0) onSelection(toggle(selection, entry.path))
      else actions.open(entry)
    } else {
      onSelection(selectOnly(entry.path))
    }
  }

  return (
    <div
      ref={box}
      id={id}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable
      aria-busy={isLoading}
      aria-rowcount={total + 1}
      {...(focus >= first && focus < end ? { 'aria-activedescendant': `${rowId}${focus}` } : {})}
      className={cn(
        'group/grid relative min-h-0 flex-1 overflow-y-auto overflow-x-hidden -outline-offset-2',
        target === '' && 'bg-accent-soft outline-2 outline-accent outline-dashed',
      )}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={(event) => {
        const entry = entryOf(event)
        const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey
        if (entry && isPlain && !(event.target instanceof Element && event.target.closest('[data-menu]')))
          actions.open(entry)
      }}
      onContextMenu={openMenu}
      onDragStart={(event) => {
        const entry = entryOf(event)
        if (!entry) return
        const isSelected = selection.paths.has(entry.path)
        if (!isSelected) onSelection(selectOnly(entry.path))
        actions.drag(event, isSelected ? [...selection.paths] : [entry.path])
      }}
      onDragOver={(event) => {
        const folder = folderOf(event)
        if (!actions.dragOver(event, folder)) return setTarget(undefined)
        event.preventDefault()
        setTarget(folder?.path ?? '')
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setTarget(undefined)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setTarget(undefined)
        actions.drop(event, folderOf(event))
      }}
    >
      <div role="rowgroup" className="sticky top-0 z-1 border-b bg-panel">
        <div
          role="row"
          aria-rowindex={1}
          tabIndex={-1}
          className={cn(gridColumns, 'px-2')}
          style={{ height: headHeight }}
        >
          {columns.map((column) => (
            <ColumnHead
              key={column.id}
              {...column}
              sort={sort}
              onSort={(by) => {
                box.current?.scrollTo({ top: 0 })
                onSort(by)
              }}
            />
          ))}
          <div role="columnheader" tabIndex={-1}>
            <span className="sr-only">{t('list.columns.actions')}</span>
          </div>
        </div>
      </div>
      <div role="rowgroup" className="relative" style={{ height: rows.length * rowHeight }}>
        {rows.slice(first, end).map((entry, offset) => (
          <FileRow
            key={entry.path}
            id={`${rowId}${first + offset}`}
            entry={entry}
            index={first + offset}
            height={rowHeight}
            isSelected={selection.paths.has(entry.path)}
            isFocused={first + offset === focus}
            isTarget={target === entry.path}
            isCut={cut.has(entry.path)}
          />
        ))}
      </div>
      {children}
    </div>
  )
}

const isTouch = ({ nativeEvent }: MouseEvent) =>
  nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'

function ColumnHead(props: {
  id: SortColumn | 'permissions'
  className: string
  sort: Sort
  onSort: (column: SortColumn) => void
}) {
  const { id, className, sort, onSort } = props
  const t = useT()
  const direction = sort.by === id ? sort.direction : undefined
  const Icon = direction === 'desc' ? ArrowDown : ArrowUp
  const look = cn('caption truncate px-2', className)
  if (id === 'permissions') {
    return (
      <div role="columnheader" tabIndex={-1} className={look}>
        {t(`list.columns.${id}`)}
      </div>
    )
  }
  return (
    <div
      role="columnheader"
      tabIndex={-1}
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'}
      className={look}
    >
      <button
        type="button"
        onClick={() => onSort(id)}
        className={cn(
          '-mx-1 inline-flex items-center gap-1 rounded-xs px-1 py-0.5 hover:text-ink',
          id === 'size' && 'flex-row-reverse',
          direction && 'text-ink',
        )}
      >
        {t(`list.columns.${id}`)}
        <Icon className={cn('size-3', !direction && 'invisible')} aria-hidden />
      </button>
    </div>
  )
}
