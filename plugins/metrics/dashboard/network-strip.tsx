import { Sparkline, useFormat, useLiveBuffer, useServer, useT } from '@svc/dashboard-sdk'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'

/** What goes over the network now, whatever the charts below show. Nothing while no agent reports. */
export function NetworkStrip({ serverId }: { readonly serverId: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const server = useServer(serverId)
  const reports = useLiveBuffer(serverId)
  const speeds = useMemo(
    () => ({
      in: reports.map(({ net_in_speed }) => net_in_speed),
      out: reports.map(({ net_out_speed }) => net_out_speed),
    }),
    [reports],
  )
  if (!server?.online) return null
  return (
    <dl
      aria-label={t('strip.label')}
      className="panel flex flex-wrap items-center gap-x-8 gap-y-2 px-5 py-3 text-sm *:flex *:min-w-0 *:items-center *:gap-2"
    >
      <div>
        <ArrowDown className="size-4 shrink-0 text-muted" aria-hidden />
        <dt className="text-muted">{t('line.in')}</dt>
        <dd className="figures min-w-20 font-semibold">{format.rate(server.net_in_speed)}</dd>
        <dd aria-hidden="true">
          <Sparkline values={speeds.in} color={1} />
        </dd>
      </div>
      <div>
        <ArrowUp className="size-4 shrink-0 text-muted" aria-hidden />
        <dt className="text-muted">{t('line.out')}</dt>
        <dd className="figures min-w-20 font-semibold">{format.rate(server.net_out_speed)}</dd>
        <dd aria-hidden="true">
          <Sparkline values={speeds.out} color={2} />
        </dd>
      </div>
      <div>
        <dt className="text-muted">{t('strip.since')}</dt>
        <dd className="figures">
          {t('strip.both', {
            in: format.bytes(server.net_in_transfer),
            out: format.bytes(server.net_out_transfer),
          })}
        </dd>
      </div>
      <div>
        <dt className="text-muted">{t('chart.connections')}</dt>
        <dd className="figures">
          {t('strip.connections', { tcp: format.number(server.tcp_conn), udp: format.number(server.udp_conn) })}
        </dd>
      </div>
    </dl>
  )
}
