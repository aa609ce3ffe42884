import {
  cn,
  PageLink,
  type ServerState,
  ServerStateShape,
  serverStates,
  stateOf,
  useFormat,
  useNavigateToPage,
  useT,
} from '@svc/dashboard-sdk'
import type { Group } from '@svc/plugin-enrollment/contract'
import type { ServerStatus } from '@svc/protocol'
import { type MouseEvent, memo, type ReactNode, useCallback, useMemo } from 'react'
import { sectionsOf } from '../list/sections.ts'
import { serverPage, serversPage } from '../pages.ts'
import { useGradually } from './use-gradually.ts'

/** Above this number the tiles are squares without names. */
const maxNamed = 60
/** The rest is a link to the list. */
const maxTiles = 1000
/** Squares are drawn so many per frame: hundreds at once would hold up what else the page shows. */
const perFrame = 100

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
  const labels = useMemo(
    () => Object.fromEntries(serverStates.map((state) => [state, t(`sdk:serverState.${state}`)])),
    [t],
  )
  const drawn = useGradually(named ? 0 : Math.min(servers.length, maxTiles), perFrame)
  let position = 0
  const hidden = servers.length - maxTiles
  const navigate = useNavigateToPage()
  const open = useCallback(
    (event: MouseEvent, id: string) => {
      // a new tab or window, or a download
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      navigate(serverPage, { params: { id } })
    },
    [navigate],
  )
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
            {inSection.map((server) => {
              const state = stateOf(server)
              const tile = { id: server.id, name: server.name, state, label: labels[state] ?? '', onOpen: open }
              return named ? (
                <NamedTile key={tile.id} {...tile} />
              ) : (
                <SquareTile key={tile.id} {...tile} isDrawn={position++ < drawn} />
              )
            })}
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

const lookOf = (state: ServerState, own: string) =>
  cn('flex min-w-0 items-center rounded-sm border transition-colors hover:border-accent', own, looks[state])

interface TileProps {
  readonly id: string
  readonly name: string
  readonly state: ServerState
  /** the name of the state */
  readonly label: string
  readonly onOpen: (event: MouseEvent, id: string) => void
}

const hrefOf = (id: string) => serverPage.path.replace('$id', id)

const looksOf = (own: string) =>
  Object.fromEntries(serverStates.map((state) => [state, lookOf(state, own)])) as Record<ServerState, string>

const namedLooks = looksOf('h-9 gap-2.5 px-2.5 text-sm')
const squareLooks = looksOf('size-6 justify-center')

/**
 * A plain link, because dozens of those of the router take most of the time until the page shows. Renders only when name or
 * state change, not with every report.
 */
const NamedTile = memo(function NamedTile({ id, name, state, label, onOpen }: TileProps) {
  return (
    <li>
      <a href={hrefOf(id)} className={namedLooks[state]} onClick={(event) => onOpen(event, id)}>
        <ServerStateShape state={state} />
        <span className="sr-only">{label}</span>
        <span className="truncate">{name}</span>
      </a>
    </li>
  )
})

/**
 * One of hundreds, with few elements. Its place is there before it is drawn, and nothing inside changes the layout of the others.
 */
const SquareTile = memo(function SquareTile(props: TileProps & { isDrawn: boolean }) {
  const { id, name, state, label, isDrawn, onOpen } = props
  return (
    <li className="size-6 [contain:size_layout_style]">
      {isDrawn && (
        <a
          href={hrefOf(id)}
          aria-label={`${name} · ${label}`}
          data-tip={`${name} · ${label}`}
          className={squareLooks[state]}
          onClick={(event) => onOpen(event, id)}
        >
          <ServerStateShape state={state} />
        </a>
      )}
    </li>
  )
})
