import { Sparkline, Stat, StatPanels, useApi, useFormat, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useMemo } from 'react'
import type { DockerInfo } from '../src/wire.ts'
import { countStates } from './list/filter-and-sort.ts'
import type { Row } from './live/container-row.ts'
import { cpuOf, memoryOf, sumSamples, sumStats } from './live/sums.ts'
import { dockerPath } from './paths.ts'

/** How many containers run, what they use, and the daemon. */
export function DockerSummary({ serverId, rows }: { serverId: string; rows: readonly Row[] }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { data } = useApi<{ info: DockerInfo }>(`${dockerPath(serverId)}/info`, { refetchInterval: 60_000 })
  const counts = countStates(rows)
  const { cpu, memory } = sumStats(rows)
  const isWaiting = counts.running > 0 && rows.every(({ stats }) => !stats)
  const cpuTrend = useMemo(() => sumSamples(rows, cpuOf), [rows])
  const memoryTrend = useMemo(() => sumSamples(rows, memoryOf), [rows])
  const info = data?.info
  const problems = counts.problems > 0 && t('summary.problems', { count: counts.problems })
  return (
    <StatPanels label={t('summary.title')}>
      <Stat
        label={t('summary.running')}
        hint={
          problems ? (
            <span className="text-danger">{problems}</span>
          ) : (
            t('summary.stopped', { count: counts.stopped, number: format.number(counts.stopped) })
          )
        }
      >
        {t('summary.ofTotal', { running: format.number(counts.running), total: format.number(counts.all) })}
      </Stat>
      <Stat label={t('summary.cpu')} hint={t('summary.cpuHint')}>
        <WithTrend values={cpuTrend} color={1}>
          {isWaiting ? '–' : format.percent(cpu)}
        </WithTrend>
      </Stat>
      <Stat
        label={t('summary.memory')}
        hint={info && info.memory_total > 0 && t('summary.ofHost', { total: format.bytes(info.memory_total) })}
      >
        <WithTrend values={memoryTrend} color={3}>
          {isWaiting ? '–' : format.bytes(memory)}
        </WithTrend>
      </Stat>
      <Stat label={t('summary.daemon')} hint={info && `${info.os} · ${info.arch}`}>
        <span data-tip={info?.docker_version}>{info?.docker_version.split('+')[0] ?? '–'}</span>
      </Stat>
    </StatPanels>
  )
}

const WithTrend = ({
  values,
  color,
  children,
}: {
  values: readonly (number | null)[]
  color: number
  children: ReactNode
}) => (
  <span className="flex items-center justify-between gap-3">
    {children}
    <Sparkline values={values} color={color} className="h-6 w-20 max-md:hidden" />
  </span>
)
