import { moveFocusInList, Pagination, SearchInput, useT } from '@svc/dashboard-sdk'
import { MissingServers, type ServerName } from '@svc/dashboard-sdk/widgets'
import { type ReactNode, useMemo, useState } from 'react'
import { paginate } from '../../paginate.ts'
import { ServerCard } from './server-card.tsx'
import { columns, hiding, ServerLine } from './server-line.tsx'

export type Layout = 'grid' | 'list'

/** What is drawn at once: more would make a board endless, and every card a reason to render. */
const sizes: Record<Layout, number> = { grid: 48, list: 60 }

/** Bars that glide are nice; hundreds of them, always, cost more than all the rest. */
const still = '[&_[role=meter]>*]:transition-none'

/** Servers as cards or lines; of many a page at a time, and a search. */
export function FleetCards(props: {
  servers: readonly ServerName[]
  /** how many that were chosen are not there any more */
  gone: number
  layout: Layout
}): ReactNode {
  const { servers, gone, layout } = props
  const t = useT()
  const [query, setQuery] = useState('')
  const [wanted, setWanted] = useState(1)
  const size = sizes[layout]
  const found = useMemo(() => {
    const text = query.trim().toLowerCase()
    return text === '' ? servers : servers.filter(({ name }) => name.toLowerCase().includes(text))
  }, [servers, query])
  const { page, shown } = paginate(found, wanted, size)
  const label = t('widget.server-cards.list')
  return (
    <div className={`@container ${still}`}>
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
      <MissingServers count={gone} />
      <Pagination page={page} size={size} total={found.length} onPage={setWanted} className="mt-3 px-1 pt-2 pb-0" />
    </div>
  )
}

function ListHead() {
  const t = useT()
  return (
    <div aria-hidden className={`${columns} ${hiding} caption h-6 border-b px-1 *:truncate`}>
      <span>{t('widget.label.server')}</span>
      <span>{t('line.cpu')}</span>
      <span>{t('line.memory')}</span>
      <span>{t('line.disk')}</span>
      <span>{t('widget.label.metric.network')}</span>
    </div>
  )
}
