import { type ChartSeries, useFormat, useServer, useT } from '@svc/dashboard-sdk'
import type { Details } from '@svc/plugin-metrics/contract'
import { type ReactNode, useCallback } from 'react'
import type { Points } from '../frame.ts'
import { DetailChart, type Shared } from './detail-chart.tsx'
import { numbersOf, programsOf } from './detail-series.ts'
import { Section } from './section.tsx'

const parts = ['shared', 'cached', 'buffers', 'free'] as const
const partFields = parts.map((part) => `mem_${part}`)
const partColors = [2, 4, 5, 6]
const pressures = ['cpu', 'memory', 'memory_full', 'io', 'io_full'] as const
const pressureFields = pressures.map((pressure) => `pressure_${pressure}`)

/** What the memory is used for. */
export function MemorySection({ details, shared }: { details: Details | null; shared: Shared }): ReactNode {
  const t = useT()
  const format = useFormat()
  const total = useServer(shared.serverId)?.mem_total ?? 0
  const seriesOf = useCallback(
    (points: Points['points']): readonly ChartSeries[] => {
      const stored = parts.map((part) => numbersOf(points, `mem_${part}`))
      const programs = {
        ...{ id: 'programs', label: t('resources.memory.programs'), values: programsOf(total, stored), color: 3 },
      }
      return [
        programs,
        ...parts.map((part, i) => ({
          ...{ id: part, label: t(`resources.memory.${part}`), values: stored[i] ?? [], color: partColors[i] ?? 1 },
        })),
      ]
    },
    [t, total],
  )
  const now = details && parts.map((part) => [part, details[`mem_${part}`]] as const)
  const known = now?.every(([, bytes]) => bytes !== null)
  const programs = now && total > 0 ? total - now.reduce((sum, [, bytes]) => sum + (bytes ?? 0), 0) : 0
  return (
    <Section title={t('resources.memory.title')}>
      {known && (
        <dl className="panel grid grid-cols-2 content-start gap-x-6 gap-y-2 px-4 py-3 text-sm sm:grid-cols-3">
          {([['programs', Math.max(0, programs)], ...(now ?? [])] as const).map(([part, bytes]) => (
            <div key={part}>
              <dt className="text-muted">{t(`resources.memory.${part}`)}</dt>
              <dd className="figures font-medium">{format.bytes(bytes ?? 0)}</dd>
            </div>
          ))}
          {total > 0 && (
            <div>
              <dt className="text-muted">{t('resources.memory.total')}</dt>
              <dd className="figures font-medium">{format.bytes(total)}</dd>
            </div>
          )}
        </dl>
      )}
      <DetailChart
        shared={shared}
        label={t('resources.memory.title')}
        unit="bytes"
        stacked
        fields={partFields}
        seriesOf={seriesOf}
        empty={t('resources.none')}
      />
    </Section>
  )
}

/** How long tasks waited for what. */
export function PressureSection({ shared }: { shared: Shared }): ReactNode {
  const t = useT()
  const seriesOf = useCallback(
    (points: Points['points']): readonly ChartSeries[] =>
      pressures
        .map((pressure, i) => ({
          id: pressure,
          label: t(`resources.pressure.${pressure}`),
          values: numbersOf(points, `pressure_${pressure}`),
          color: i + 1,
        }))
        .filter(({ values }) => values.some((value) => value !== null)),
    [t],
  )
  return (
    <Section title={t('resources.pressure.title')}>
      <div className="xl:col-span-2">
        <DetailChart
          shared={shared}
          label={t('resources.pressure.chart')}
          description={t('resources.pressure.hint')}
          unit="percent"
          fields={pressureFields}
          seriesOf={seriesOf}
          empty={t('resources.pressure.none')}
        />
      </div>
    </Section>
  )
}
