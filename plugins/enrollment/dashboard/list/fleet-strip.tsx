import { countStates, type ServerState, Slot, useFormat, useSampledServers, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useMemo } from 'react'
import { fleetTiles } from '../pages.ts'
import { FleetStates } from './fleet-states.tsx'

/** A summary of the whole fleet, in large type. */
export function FleetStrip({ onState }: { onState: (state: ServerState | undefined) => void }): ReactNode {
  const t = useT()
  const format = useFormat()
  const servers = useSampledServers(1000)
  const states = useMemo(() => countStates(servers), [servers])
  const online = useMemo(() => servers.filter((server) => server.online).length, [servers])
  return (
    <section
      aria-label={t('fleet.label')}
      className="panel mb-5 grid grid-cols-2 overflow-hidden max-lg:[&>*:nth-child(even)]:border-l max-lg:[&>*:nth-child(n+3)]:border-t lg:flex lg:[&>*+*]:border-l"
    >
      <div className="flex min-h-28 min-w-0 flex-1 flex-col px-4 py-3.5 only:col-span-2 lg:flex-[1.1] xl:px-5">
        <h2 className="caption mb-0.5 truncate">{t('fleet.online')}</h2>
        <p className="figures flex flex-wrap items-baseline gap-x-1.5">
          <span className="font-semibold text-[1.75rem] leading-9 tracking-tight">{format.number(online)}</span>
          <span className="whitespace-nowrap text-faint text-lg">/ {format.number(servers.length)}</span>
        </p>
        <FleetStates states={states} total={servers.length} onState={onState} />
      </div>
      <Slot of={fleetTiles} pending={null} />
    </section>
  )
}
