import { sparklineValues, useFormat, useLive, useRecentTraffic, useT } from '@svc/dashboard-sdk'
import { useThrottledServers } from '@svc/dashboard-sdk/widgets'
import { defineWidget, z } from '@svc/widget-sdk'
import { ArrowDownUp, Cpu, MemoryStick, Server } from 'lucide-react'
import { type ComponentType, type ReactNode, useMemo } from 'react'
import { type FleetNow, fleetNow, useFleetHistory } from './fleet.ts'
import { HealthStat, Stat } from './stat.tsx'

const metrics = ['server_count', 'avg_cpu', 'avg_memory', 'total_bandwidth', 'health'] as const

/** A metric of the whole fleet. */
export default defineWidget({
  configSchema: z.object({
    metric: z.enum(metrics).default('server_count').describe('widget.stat-number.metric'),
  }),
  component: ({ config, isEditing }) => {
    const Stat = stats[config.metric]
    return <Stat isEditing={isEditing} />
  },
})

const useFleet = () => fleetNow(useThrottledServers())

/** The trend of a metric over the last minutes. */
function useTrend(of: (fleet: FleetNow) => number | undefined) {
  const steps = useFleetHistory()
  return useMemo(() => sparklineValues(steps.map(({ fleet }) => (fleet && of(fleet)) ?? null)), [steps, of])
}

function ServerCount(): ReactNode {
  const t = useT()
  const format = useFormat()
  const { loaded } = useLive()
  const { total, online } = useFleet()
  const standing = total === online ? t('widget.fleet.allOnline') : t('widget.fleet.online', { count: online })
  return (
    <Stat
      icon={Server}
      label={t('widget.stat-number.metric.server_count')}
      value={loaded ? format.number(total) : undefined}
      note={total === 0 ? t('widget.fleet.noServers') : standing}
    />
  )
}

const cpuOf = (fleet: FleetNow) => fleet.cpu
function MeanCpu(): ReactNode {
  const t = useT()
  const format = useFormat()
  const { cpu } = useFleet()
  return (
    <Stat
      icon={Cpu}
      label={t('widget.stat-number.metric.avg_cpu')}
      value={cpu === undefined ? undefined : format.percent(cpu)}
      trend={{ values: useTrend(cpuOf), max: 100, color: 1 }}
    />
  )
}

const memoryOf = (fleet: FleetNow) => fleet.memory.percent
function MeanMemory(): ReactNode {
  const t = useT()
  const format = useFormat()
  const { percent, total } = useFleet().memory
  return (
    <Stat
      icon={MemoryStick}
      label={t('widget.stat-number.metric.avg_memory')}
      value={percent === undefined ? undefined : format.percent(percent)}
      note={t('widget.fleet.ofTotal', { total: format.bytes(total) })}
      trend={{ values: useTrend(memoryOf), max: 100, color: 3 }}
    />
  )
}

function Bandwidth(): ReactNode {
  const t = useT()
  const format = useFormat()
  const fleet = useFleet()
  const recent = useRecentTraffic()
  const trend = useMemo(() => sparklineValues(recent.in.map((rate, at) => rate + (recent.out[at] ?? 0))), [recent])
  const bandwidth = fleet.online > 0 ? fleet.netIn + fleet.netOut : undefined
  return (
    <Stat
      icon={ArrowDownUp}
      label={t('widget.stat-number.metric.total_bandwidth')}
      value={bandwidth === undefined ? undefined : format.rate(bandwidth)}
      note={t('widget.fleet.inOut', { in: format.rate(fleet.netIn), out: format.rate(fleet.netOut) })}
      trend={{ values: trend, color: 2 }}
    />
  )
}

/** The fleet metrics by their name in the configuration. */
export const stats: Readonly<
  Record<
    'server_count' | 'avg_cpu' | 'avg_memory' | 'total_bandwidth' | 'health',
    ComponentType<{ isEditing: boolean }>
  >
> = {
  server_count: ServerCount,
  avg_cpu: MeanCpu,
  avg_memory: MeanMemory,
  total_bandwidth: Bandwidth,
  health: HealthStat,
}
