import { Sparkline, useFormat, useLiveBuffer, useServer, useT } from '@svc/dashboard-sdk'
import { ArrowDown, ArrowUp, type LucideIcon } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'

/** Current network speed, independent of the charts below. Hidden while the server is offline. */
export function NetworkStrip({ serverId }: { readonly serverId: string }): ReactNode {
  const t = useT()
  const server = useServer(serverId)
  const reports = useLiveBuffer(serverId)
  const incoming = useMemo(() => reports.map(({ net_in_speed }) => net_in_speed), [reports])
  const outgoing = useMemo(() => reports.map(({ net_out_speed }) => net_out_speed), [reports])
  if (!server?.online) return null
  return (
    <dl aria-label={t('strip.label')} className="panel grid gap-x-10 gap-y-2 px-5 py-3 text-sm sm:grid-cols-2">
      <Direction icon={ArrowDown} label={t('line.in')} speed={server.net_in_speed} before={incoming} color={1} />
      <Direction icon={ArrowUp} label={t('line.out')} speed={server.net_out_speed} before={outgoing} color={2} />
    </dl>
  )
}

function Direction(props: {
  icon: LucideIcon
  label: string
  speed: number
  before: readonly number[]
  color: number
}): ReactNode {
  const { icon: Icon, label, speed, before, color } = props
  const t = useT()
  const format = useFormat()
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Icon className="size-4 shrink-0 text-muted" aria-hidden />
      <dt className="text-muted">{label}</dt>
      <dd className="figures shrink-0 font-semibold">{format.rate(speed)}</dd>
      <dd className="figures ml-auto shrink-0 text-faint text-xs">
        {before.length > 1 && t('strip.peak', { speed: format.rate(Math.max(...before)) })}
      </dd>
      <dd aria-hidden="true" className="w-24 min-w-0">
        {before.length > 1 && <Sparkline values={before} color={color} className="w-full" />}
      </dd>
    </div>
  )
}
