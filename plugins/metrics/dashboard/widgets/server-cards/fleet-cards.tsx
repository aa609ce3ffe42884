import { moveFocusInList, Pagination, SearchInput, useT } from '@svc/dashboard-sdk'
import { MissingServers, type ServerName } from '@svc/dashboard-sdk/widgets'
import { type ReactNode, useMemo, useState } from 'react'
import { paginate } from '../../paginate.ts'
import { ServerCard } from './server-card.tsx'
import { columns, hideOverflow, ServerLine } from './server-line.tsx'

export type Layout = 'grid' | 'list'

/** Page sizes. */
const sizes: Record<Layout, number> = { grid: 48, list: 60 }

/** Hundreds of animated bars would cost more than everything else. */
const noTransitions = '[&_[role=meter]>*]:transition-none'

/** Servers as cards or a list, paginated and searchable. */
export function FleetCards(props: {
  servers: readonly ServerName[]
  /** number of selected servers that no longer exist */
  missing: number
  layout: Layout
}): ReactNode {
  const { servers, missing, layout } = props
  const t = useT()
  const [query, setQuery] = useState('')
  const [requestedPage, setRequestedPage] = useState(1)
  const size = sizes[layout]
  const found = useMemo(() => {
    const text = query.trim().toLowerCase()
    return text === '' ? servers : servers.filter(({ name }) => name.toLowerCase().includes(text))
  }, [servers, query])
  const { page, shown } = paginate(found, requestedPage, size)
  const label = t('widget.server-cards.list')
  return (
    <div className={`@container ${noTransitions}`}>
      {servers.length > size && (
        <SearchInput value={query} onChange={setQuery} placeholder={t('widget.server-cards.search')} className="mb-3" />
      )}
      {found.length === 0 && (
        <p className="py-4 text-center text-muted text-sm">{t('widget.server-cards.none', { query })}</p>
      )}
      {layout === 'grid' ? (
        <ul
          aria-label={label}
          onKeyDown={moveFocusInList}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-3"
        >
          {shown.map(({ id }) => (
            <ServerCard key={id} id={id} />
          ))}
        </ul>
      ) : (
        <>
          {found.length > 0 && <ListHead />}
          <ul aria-label={label} onKeyDown={moveFocusInList}>
            {shown.map(({ id }) => (
              <ServerLine key={id} id={id} />
            ))}
          </ul>
        </>
      )}
      <MissingServers count={missing} />
      <Pagination
        page={page}
        size={size}
        total={found.length}
        onPage={setRequestedPage}
        className="mt-3 px-1 pt-2 pb-0"
      />
    </div>
  )
}

function ListHead() {
  const t = useT()
  return (
    <div aria-hidden className={`${columns} ${hideOverflow} caption h-6 border-b px-1 *:truncate`}>
      <span>{t('widget.label.server')}</span>
      <span>{t('line.cpu')}</span>
      <span>{t('line.memory')}</span>
      <span>{t('line.disk')}</span>
      <span>{t('widget.label.metric.network')}</span>
    </div>
  )
}
