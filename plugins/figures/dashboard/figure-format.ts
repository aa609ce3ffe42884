import type { Format, Unit } from '@svc/dashboard-sdk'
import type { FigureView } from '@svc/plugin-figures/contract'

/** Units that the dashboard formats itself. */
const units: Readonly<Record<string, Unit>> = { bytes: 'bytes', percent: 'percent', celsius: 'celsius', ms: 'ms' }

/** The unit of the axis of a chart. */
export const unitOf = ({ kind, unit }: Pick<FigureView, 'kind' | 'unit'>): Unit =>
  kind === 'counter' ? (unit === 'bytes' ? 'rate' : 'number') : (units[unit] ?? 'number')

/** The last value with its unit. */
export function formatValue(
  figure: Omit<FigureView, 'reported_at' | 'name'>,
  format: Format,
  perSecond: string,
): string {
  const { unit, kind, value } = figure
  if (value === null) return '–'
  const formatted = format.value(value, unitOf(figure))
  const isComplete = unit === 'bytes' || (kind === 'gauge' && Object.hasOwn(units, unit))
  return isComplete ? formatted : [formatted, unit, kind === 'counter' && perSecond].filter(Boolean).join(' ')
}

/** Nobody reports it any more. `now` is in epoch seconds. */
export const isStale = ({ reported_at }: FigureView, now: number): boolean => now - Date.parse(reported_at) / 1000 > 600
