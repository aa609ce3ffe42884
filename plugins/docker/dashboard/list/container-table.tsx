import { cn, moveFocusInList, type Sort, SortHeader, stickyHead, useMe, useNear, useT } from '@svc/dashboard-sdk'
import { Layers } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { SortKey } from '../docker-search.ts'
import type { Row } from '../live/container-row.ts'
import { isRunning } from '../state/container-state.ts'
import { adminRowGrid, columns, rowGrid } from './columns.ts'
import { ContainerEntry } from './container-entry.tsx'
import type { Section } from './filter-and-sort.ts'

/** Few enough to be rendered within a frame. */
const rowsPerChunk = 10
/** Enough rows to fill the tallest screens. */
const firstRows = 40

/** The heading of a compose project. */
function ProjectHead({ section: { project, rows } }: { section: Section }): ReactNode {
  const t = useT()
  const running = rows.filter(({ container }) => isRunning(container)).length
  return (
    <tr className="block h-8.5 border-b bg-sunken/60">
      <th scope="rowgroup" className="flex items-center gap-2 px-4 py-1.5 text-left font-medium text-sm">
        {project !== '' && <Layers className="size-3.5 shrink-0 text-faint" aria-hidden />}
        <span className="truncate">{project || t('list.standalone')}</span>
        <span className="figures whitespace-nowrap font-normal text-faint text-xs">
          {t('list.runningOf', { running, count: rows.length })}
        </span>
      </th>
    </tr>
  )
}

/** Some rows, rendered by the browser only near the viewport. */
function Chunk(props: { rows: readonly Row[]; first: boolean; heading: ReactNode; onOpen: (id: string) => void }) {
  const { rows, first, heading, onOpen } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const near = useNear(body, first)
  return (
    <tbody
      ref={body}
      className="block [content-visibility:auto] last:[&>tr:last-child]:border-b-0"
      style={{ containIntrinsicBlockSize: `auto ${rows.length * 3.5 + (heading ? 2.125 : 0)}rem` }}
    >
      {heading}
      {rows.map((row) => (
        <ContainerEntry key={row.id} row={row} near={near} onOpen={onOpen} />
      ))}
    </tbody>
  )
}

const chunksOf = (rows: readonly Row[]) =>
  Array.from({ length: Math.ceil(rows.length / rowsPerChunk) }, (_, index) =>
    rows.slice(index * rowsPerChunk, (index + 1) * rowsPerChunk),
  )

/** The containers by compose project, as a table. */
export function ContainerTable(props: {
  sections: readonly Section[]
  /** without headings */
  flat: boolean
  sort: Sort
  onSort: (sort: Sort) => void
  onOpen: (id: string) => void
}): ReactNode {
  const { sections, flat, sort, onSort, onOpen } = props
  const t = useT()
  const { isAdmin } = useMe()
  const directionOf = (key: SortKey) => (sort.by === key ? sort.direction : undefined)
  const toggle = (key: SortKey) => {
    const first = key === 'name' || key === 'state' ? 'asc' : 'desc'
    const other = directionOf(key) === 'asc' ? 'desc' : 'asc'
    onSort({ by: key, direction: directionOf(key) ? other : first })
  }
  let previousCount = 0
  return (
    <div className="panel overflow-clip">
      <table className="block" onKeyDown={moveFocusInList}>
        <caption className="sr-only">{t('list.title')}</caption>
        <thead className={cn('block', stickyHead)}>
          <tr className={cn(isAdmin ? adminRowGrid : rowGrid, 'h-9 border-b')}>
            {columns.map(({ key, className }) => (
              <SortHeader key={key} direction={directionOf(key)} onClick={() => toggle(key)} className={className}>
                {t(`column.${key}`)}
              </SortHeader>
            ))}
            {isAdmin && (
              <th scope="col">
                <span className="sr-only">{t('action.title')}</span>
              </th>
            )}
          </tr>
        </thead>
        {sections.map((section) =>
          chunksOf(section.rows).map((rows, index) => {
            const first = previousCount < firstRows
            previousCount += rows.length
            return (
              <Chunk
                // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is a position in the list; its rows have their own keys
                key={`${section.project}/${index}`}
                rows={rows}
                first={first}
                heading={!flat && index === 0 && <ProjectHead section={section} />}
                onOpen={onOpen}
              />
            )
          }),
        )}
      </table>
    </div>
  )
}
