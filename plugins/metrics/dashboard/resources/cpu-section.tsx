import { type ChartSeries, useT } from '@svc/dashboard-sdk'
import type { Details } from '@svc/plugin-metrics/contract'
import { type ReactNode, useCallback } from 'react'
import type { Points } from '../frame.ts'
import { CoreGrid } from './core-grid.tsx'
import { DetailChart, type Shared } from './detail-chart.tsx'
import { corePercents, linesOf, numbersOf } from './detail-series.ts'
import { Section } from './section.tsx'

const states = ['user', 'system', 'iowait', 'steal'] as const
const colors = [1, 4, 2, 6]
const stateFields = states.map((state) => `cpu_${state}`)
const coreFields = ['cores_json']

/** What the CPU does, and each core. */
export function CpuSection({ details, shared }: { details: Details | null; shared: Shared }): ReactNode {
  const t = useT()
  const stateSeries = useCallback(
    (points: Points['points']): readonly ChartSeries[] =>
      states.map((state, i) => ({
        id: state,
        label: t(`resources.cpu.${state}`),
        values: numbersOf(points, `cpu_${state}`),
        color: colors[i] ?? 1,
      })),
    [t],
  )
  const coreSeries = useCallback(
    (points: Points['points']): readonly ChartSeries[] =>
      linesOf(points, 'cores_json', corePercents).map(({ name, values }, i) => ({
        id: name,
        label: t('resources.core', { core: name }),
        values,
        color: i + 1,
      })),
    [t],
  )
  const cores = details?.cores ?? []
  return (
    <Section title={t('resources.cpu.title')}>
      {cores.length > 0 && <CoreGrid cores={cores} />}
      <DetailChart
        shared={shared}
        label={t('resources.cpu.states')}
        unit="percent"
        stacked
        fields={stateFields}
        seriesOf={stateSeries}
        empty={t('resources.none')}
      />
      <DetailChart
        shared={shared}
        label={t(cores.length > 6 ? 'resources.busiestCores' : 'resources.cores')}
        unit="percent"
        fields={coreFields}
        seriesOf={coreSeries}
        empty={t('resources.none')}
      />
    </Section>
  )
}
