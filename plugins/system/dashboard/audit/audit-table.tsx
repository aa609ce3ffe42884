import { cn, Skeleton, stickyHead, useT } from '@svc/dashboard-sdk'
import type { AuditLogEntry } from '@svc/plugin-system/contract'
import type { ReactNode } from 'react'
import type { AuditSearch } from './audit-search.ts'
import { EntryRow } from './entry-row.tsx'
import { timeZoneName } from './time-zone.ts'

const placeholders = Array.from({ length: 8 }, (_, index) => index)
const head = `${stickyHead} caption h-9 whitespace-nowrap border-b px-3 text-left font-medium`

/** Table of entries, newest first. `stale` while entries of another page or filter are still shown. */
export function AuditTable(props: {
  entries: readonly AuditLogEntry[] | undefined
  stale: boolean
  onFilter: (patch: Partial<AuditSearch>) => void
}): ReactNode {
  const { entries, stale, onFilter } = props
  const t = useT()
  return (
    <table
      className={cn('w-full border-separate border-spacing-0 text-sm transition-opacity', stale && 'opacity-55')}
      aria-busy={!entries || stale}
    >
      <caption className="sr-only">{t('audit.title')}</caption>
      <thead>
        <tr>
          <th scope="col" className={cn(head, 'w-10')}>
            <span className="sr-only">{t('audit.column.more')}</span>
          </th>
          <th scope="col" className={cn(head, 'max-md:hidden')}>
            {t('audit.column.timeIn', { zone: timeZoneName() })}
          </th>
          <th scope="col" className={cn(head, 'max-md:pl-2')}>
            {t('audit.column.action')}
          </th>
          <th scope="col" className={cn(head, 'text-right md:hidden')}>
            {t('audit.column.time')}
          </th>
          <th scope="col" className={cn(head, 'max-md:hidden')}>
            {t('audit.column.who')}
          </th>
          <th scope="col" className={cn(head, 'max-lg:hidden')}>
            {t('audit.column.address')}
          </th>
          <th scope="col" className={cn(head, 'max-xl:hidden')}>
            {t('audit.column.detail')}
          </th>
        </tr>
      </thead>
      {entries ? (
        entries.map((entry) => <EntryRow key={entry.id} entry={entry} onFilter={onFilter} />)
      ) : (
        <tbody>
          {placeholders.map((key) => (
            <tr key={key}>
              <td colSpan={7} className="border-b px-5 py-3.5">
                <Skeleton className="h-5 w-full" />
              </td>
            </tr>
          ))}
        </tbody>
      )}
    </table>
  )
}
