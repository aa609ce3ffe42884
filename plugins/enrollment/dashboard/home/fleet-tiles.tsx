import { cn, PageLink, type ServerState, ServerStateDot, stateOf, Tooltip, useFormat, useT } from '@svc/dashboard-sdk'
import type { Group } from '@svc/plugin-enrollment/contract'
import type { ServerStatus } from '@svc/protocol'
import { memo, type ReactNode, useMemo } from 'react'
import { sectionsOf } from '../list/sections.ts'
import { serverPage, serversPage } from '../pages.ts'

/** Above this number the tiles are squares without names. */
const maxNamed = 60
/** The rest is a link to the list. */
const maxTiles = 1000

/** Every server as a tile that shows its state, by group. */
export const FleetTiles = memo(function FleetTiles(props: {
  servers: readonly ServerStatus[]
  groups: readonly Group[]
}): ReactNode {
  const { servers, groups } = props
  const t = useT()
  const format = useFormat()
  const sections = useMemo(() => {
    const shown = servers.slice(0, maxTiles)
    return groups.length > 0 ? sectionsOf(shown, groups) : [{ key: '', name: undefined, servers: shown }]
  }, [servers, groups])
  const named = servers.length <= maxNamed
  const hidden = servers.length - maxTiles
  return (
    <div className="flex flex-col gap-4">
      {sections.map(({ key, name, servers: inSection }) => (
        <section key={key}>
          {key !== '' && <h3 className="caption mb-1.5">{name ?? t('groups.none')}</h3>}
          <ul
            className={cn(
              'grid [content-visibility:auto] [contain-intrinsic-block-size:auto_3rem]',
              named
                ? 'grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-2'
                : 'grid-cols-[repeat(auto-fill,1.5rem)] gap-1.5',
            )}
          >
            {inSection.map((server) => (
              <Tile key={server.id} id={server.id} name={server.name} state={stateOf(server)} named={named} />
            ))}
          </ul>
        </section>
      ))}
      {hidden > 0 && (
        <PageLink page={serversPage} className="text-accent text-sm hover:underline">
          {t('home.more', { count: hidden, number: format.number(hidden) })}
        </PageLink>
      )}
    </div>
  )
})

const looks: Record<ServerState, string> = {
  offline: 'border-danger/45 bg-danger/14',
  critical: 'border-danger/45 bg-danger/8',
  warning: 'border-warn/45 bg-warn/9',
  healthy: '',
  pending: 'border-dashed',
}

/** Renders only when name or state change, not with every report. */
const Tile = memo(function Tile(props: { id: string; name: string; state: ServerState; named: boolean }) {
  const { id, name, state, named } = props
  const t = useT()
  const link = (
    <PageLink
      page={serverPage}
      params={{ id }}
      className={cn(
        'flex min-w-0 items-center rounded-sm border transition-colors hover:border-accent',
        named ? 'h-9 gap-2.5 px-2.5 text-sm' : 'size-6 justify-center',
        looks[state],
      )}
    >
      <ServerStateDot state={state} hideLabel />
      <span className={named ? 'truncate' : 'sr-only'}>{name}</span>
    </PageLink>
  )
  return <li>{named ? link : <Tooltip text={`${name} · ${t(`sdk:serverState.${state}`)}`}>{link}</Tooltip>}</li>
})
