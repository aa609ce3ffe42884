import type { ChartLine, MetricColumn } from '@svc/plugin-metrics/columns'
import { type DeviceValues, type Frame, isDeviceLines, type Values } from './frame.ts'

/** One line. */
export interface Line {
  /** key of its name, if it has no `name` */
  readonly id: string
  /** device name as reported */
  readonly name?: string
  readonly values: Values
  /** 1 to 6 */
  readonly color: number
}

/** A chart before localization. */
export interface ChartModel {
  readonly id: string
  /** key of the title */
  readonly title: string
  /** device name, for charts per device */
  readonly device?: string
  readonly unit: ChartLine['unit']
  readonly lines: readonly Line[]
  /** bytes that are 100 % */
  readonly total?: number
}

/** Bytes; 0 if unknown. */
export type Totals = Readonly<Record<NonNullable<ChartLine['shareOf']>, number>>

/** The largest value; 0 without values. */
function maxOf(values: Values): number {
  let most = 0
  for (const value of values) if (value !== null && value > most) most = value
  return most
}

const hasAnyValue = (values: Values) => values.some((value) => value !== null)

/** Sums of the devices; null where none of them has a value. */
function sumOf(devices: readonly DeviceValues[], member: string): Values {
  const sums: (number | null)[] = Array(devices[0]?.values[member]?.length ?? 0).fill(null)
  for (const { values } of devices) {
    const list = values[member] ?? []
    for (let i = 0; i < list.length; i++) {
      const value = list[i]
      if (value != null) sums[i] = (sums[i] ?? 0) + value
    }
  }
  return sums
}

/** Whether there is anything to show: live sums are 0 for hosts without devices. */
const isAnyBusy = (devices: readonly DeviceValues[]) =>
  devices.some(({ values }) => Object.values(values).some((list) => maxOf(list) > 0))

interface ChartColumn {
  readonly name: string
  readonly nullable: boolean
  readonly chart: ChartLine
}

/**
 * Builds a chart from columns. Used bytes are shown as a percentage of the total, unless the total is unknown or was once
 * exceeded: percentages of a different total would be wrong.
 */
function buildChart(
  id: string,
  declared: readonly ChartColumn[],
  frame: Frame,
  { totals, isLive }: { totals: Totals; isLive: boolean },
): readonly ChartModel[] {
  const lines = declared
    .map(({ name, nullable, chart }) => ({ chart, values: frame.values[name] ?? [], nullable }))
    .filter(({ values, nullable }) => !(nullable || isLive) || hasAnyValue(values))
    // hide what the host does not have, such as swap
    .filter(({ chart: { shareOf }, values }) => shareOf !== 'swap_total' || totals.swap_total > 0 || maxOf(values) > 0)
  const [first] = lines
  if (!first) return []
  const shares = lines.every(({ chart: { shareOf }, values }) => !shareOf || maxOf(values) <= totals[shareOf])
  const { unit, shareOf } = first.chart
  const asShare = shareOf !== undefined && shares && totals[shareOf] > 0
  const drawn = lines.map(({ chart, values }): Line => {
    const total = asShare && chart.shareOf ? totals[chart.shareOf] : undefined
    const scaled = total ? values.map((value) => (value === null ? null : (100 * value) / total)) : values
    return { id: chart.line, values: scaled, color: chart.color }
  })
  return [
    {
      id,
      title: id,
      unit: shareOf && !asShare ? 'bytes' : unit,
      lines: drawn,
      ...(asShare ? { total: totals[shareOf] } : {}),
    },
  ]
}

/** The charts of the declared columns that have values, in order. Live metrics lack some columns. */
export function buildCharts(
  frame: Frame,
  { columns, totals, isLive = false }: { columns: readonly MetricColumn[]; totals: Totals; isLive?: boolean },
): readonly ChartModel[] {
  const charts = new Map<string, ChartColumn[]>()
  const sums = new Map<string, ChartModel>()
  for (const { name, nullable = false, chart } of columns) {
    if (!chart) continue
    if (isDeviceLines(chart)) {
      const devices = frame.devices[name] ?? []
      if (devices.length === 0 || (isLive && !isAnyBusy(devices))) continue
      const lines = chart.devices.map(({ member, line, color }) => ({
        id: line,
        values: sumOf(devices, member),
        color,
      }))
      sums.set(chart.chart, { id: chart.chart, title: chart.chart, unit: chart.unit, lines })
      charts.set(chart.chart, [])
    } else {
      charts.set(chart.chart, [...(charts.get(chart.chart) ?? []), { name, nullable, chart }])
    }
  }
  return [...charts].flatMap(([id, declared]) => {
    const sum = sums.get(id)
    return sum ? [sum] : buildChart(id, declared, frame, { totals, isLive })
  })
}
