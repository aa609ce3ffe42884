import {
  moveFocusInList,
  Notice,
  PageLink,
  Pagination,
  paginate,
  SearchInput,
  Skeleton,
  useLive,
  useT,
} from '@svc/dashboard-sdk'
import { MissingServers, type ServerName, useServerNames, WithServers } from '@svc/dashboard-sdk/widgets'
import { serversPage } from '@svc/plugin-enrollment/dashboard/pages'
import { defineWidget, z } from '@svc/widget-sdk'
import { ServerOff } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { columns, hideOverflow, ServerCard, ServerLine } from './server-facts.tsx'

/** More ids would exceed the size limit of a widget configuration. */
const most = 400

const configSchema = z.object({
  layout: z.enum(['grid', 'list']).default('grid').describe('widget.server-cards.layout'),
  server_ids: z.array(z.serverId()).max(most).default([]).describe('widget.server-cards.servers'),
})

type Config = z.output<typeof configSchema>

/** All servers, including ones added later. */
function AllServers({ layout }: { layout: Config['layout'] }): ReactNode {
  const t = useT()
  const { loaded } = useLive()
  const servers = useServerNames()
  if (servers.length > 0) return <FleetCards servers={servers} missing={0} layout={layout} />
  if (!loaded) return <Skeleton className="h-full min-h-40 w-full" />
  return (
    <Notice
      icon={ServerOff}
      title={t('sdk:server.noServers')}
      actions={
        <PageLink page={serversPage} className="text-accent text-sm underline-offset-2 hover:underline">
          {t('widget.server-cards.toServers')}
        </PageLink>
      }
    />
  )
}

/** Servers with live metrics. */
export default defineWidget({
  configSchema,
  component: ({ config: { layout, server_ids }, isEditing }) =>
    server_ids.length === 0 ? (
      <AllServers layout={layout} />
    ) : (
      <WithServers ids={server_ids} isEditing={isEditing}>
        {(servers) => <FleetCards servers={servers} missing={server_ids.length - servers.length} layout={layout} />}
      </WithServers>
    ),
})

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
      <span>{t('usage.server')}</span>
      <span>{t('usage.cpu')}</span>
      <span>{t('usage.memory')}</span>
      <span>{t('usage.disk')}</span>
      <span>{t('usage.network')}</span>
    </div>
  )
}
