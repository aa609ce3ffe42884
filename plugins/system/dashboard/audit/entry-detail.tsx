import { Button, CodeBlock, formatUtc, useFormat, useSlot, useT } from '@svc/dashboard-sdk'
import type { AuditLogEntry } from '@svc/plugin-system/contract'
import { Filter } from 'lucide-react'
import type { ReactNode } from 'react'
import { auditLinks } from '../pages.ts'
import type { AuditSearch } from './audit-search.ts'
import { factsOf, parseDetail } from './facts.ts'
import { timeZoneName } from './time-zone.ts'
import { useFactText } from './use-fact-text.ts'

interface Props {
  entry: AuditLogEntry
  onFilter: (patch: Partial<AuditSearch>) => void
}

/** All fields of an entry, with links and filters. */
export function EntryDetail({ entry, onFilter }: Props): ReactNode {
  const t = useT()
  const format = useFormat()
  const text = useFactText()
  const links = useSlot(auditLinks)
  const detail = parseDetail(entry.detail)
  const facts = factsOf(detail).map((fact) => ({ key: fact.path.join('.'), ...text(fact) }))
  const name = 'py-1 pr-4 text-faint text-xs leading-5'
  const value = 'min-w-0 break-words py-1'
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] text-sm">
          {facts.map((fact) => (
            <div key={fact.key} className="contents">
              <dt className={name}>{fact.name}</dt>
              <dd className={value}>
                {fact.before !== undefined && (
                  <>
                    <del className="text-faint decoration-1">{fact.before}</del>
                    <span aria-hidden> → </span>
                  </>
                )}
                {fact.servers !== undefined && <span className="font-medium">{fact.servers} </span>}
                <span className={fact.servers !== undefined ? 'break-all font-mono text-faint text-xs' : ''}>
                  {fact.value}
                </span>
              </dd>
            </div>
          ))}
          <dt className={name}>{t('audit.column.time')}</dt>
          <dd className={`${value} figures`}>
            {format.dateTime(entry.created_at)} <span className="text-muted">({timeZoneName()})</span>
            <span className="block text-faint text-xs">{formatUtc(entry.created_at)}</span>
          </dd>
          <dt className={name}>{t('audit.userId')}</dt>
          <dd className={`${value} font-mono text-xs leading-5`}>{entry.user_id}</dd>
          {entry.ip !== '' && (
            <>
              <dt className={name}>{t('audit.column.address')}</dt>
              <dd className={`${value} font-mono text-xs leading-5`}>{entry.ip}</dd>
            </>
          )}
          <dt className={name}>{t('audit.number')}</dt>
          <dd className={`${value} figures`}>{entry.id}</dd>
        </dl>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {entry.detail !== null && <CodeBlock text={JSON.stringify(detail, undefined, 2)} label={t('audit.json')} />}
        <div className="flex flex-wrap gap-2">
          {links.map((link) => link.render({ entry, detail }, <span />))}
          <Button size="sm" onClick={() => onFilter({ action: entry.action })}>
            <Filter aria-hidden />
            {t('audit.same.action')}
          </Button>
          <Button size="sm" onClick={() => onFilter({ user_id: entry.user_id })}>
            <Filter aria-hidden />
            {t('audit.same.user')}
          </Button>
          {entry.ip !== '' && (
            <Button size="sm" onClick={() => onFilter({ q: entry.ip })}>
              <Filter aria-hidden />
              {t('audit.same.address')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
