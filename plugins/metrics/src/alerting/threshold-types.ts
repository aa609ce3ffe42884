import { type RuleType, type Verdict, withinBounds } from '@svc/plugin-alerts/contract'
import type { Server } from '@svc/plugin-enrollment/contract'
import { type CodedText, text } from '@svc/plugin-sdk'
import { minuteOf } from '@svc/series'
import { maxSpan, type RecentMinutes, recentSpan, watchedColumns } from '../recent-minutes.ts'
import { type AlertName, alertColumns } from './alert-columns.ts'

/** Percent of the minutes in the window that must match, unless the condition names another share. */
const defaultShare = 70

/** Whether enough of the values in the window match. */
export const isEnough = (matching: number, values: number, share: number | null | undefined): boolean =>
  matching * 100 >= values * (share ?? defaultShare)

type Judge = NonNullable<RuleType['judge']>
type Condition = Parameters<Judge>[0]

interface Recent extends Pick<RecentMinutes, 'values'> {
  /** Resolves once the minutes before the program started have been loaded. */
  restored(): Promise<void> | undefined
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Evaluates recent values, oldest first. Undefined without values, for example when the host lacks the sensor. */
export function judgeValues(condition: Condition, values: readonly number[]): Verdict | undefined {
  const newest = values.at(-1)
  if (newest === undefined) return undefined
  const matching = values.filter((value) => withinBounds(condition, value))
  const matches = isEnough(matching.length, values.length, condition.share)
  return { matches, value: matches ? mean(matching) : newest }
}

/** Evaluates the values that `read` returns for each server. Servers without values get no verdict. */
const judgeRecent =
  ({ restored }: Recent, read: (server: Server, minute: number, span: number) => readonly number[]): Judge =>
  async (condition, servers, now) => {
    // without restored minutes, active alerts would appear resolved right after a start
    await restored()
    const minute = minuteOf(now * 1000)
    const span = condition.window ?? recentSpan
    const verdicts = servers.map((server) => [server.id, judgeValues(condition, read(server, minute, span))] as const)
    return new Map(verdicts.filter((one): one is [string, Verdict] => one[1] !== undefined))
  }

const threshold = {
  kind: 'threshold',
  fields: ['min', 'max', 'window', 'share'],
  window: { default: recentSpan, max: maxSpan },
} as const

/** One type per column that declares an alert. */
const columnTypes = (recent: Recent): RuleType[] =>
  watchedColumns.map(({ name, alert }) => {
    const type = alert as AlertName
    return {
      ...threshold,
      type,
      ...alertColumns[type],
      judge: judgeRecent(recent, ({ number }, minute, span) => recent.values(number, name, minute, span)),
    }
  })

interface PercentColumn {
  readonly type: string
  readonly name: CodedText
  readonly column: string
  readonly total: (server: Server) => number | null
}

export const percentColumns: readonly PercentColumn[] = [
  {
    type: 'memory_percent',
    name: text('metrics.MEMORY'),
    column: 'mem_used',
    total: ({ memTotal }) => memTotal,
  },
  {
    type: 'swap_percent',
    name: text('metrics.SWAP'),
    column: 'swap_used',
    total: ({ swapTotal }) => swapTotal,
  },
  {
    type: 'disk_percent',
    name: text('metrics.DISK'),
    column: 'disk_used',
    total: ({ diskTotal }) => diskTotal,
  },
]

const percentTypes = (recent: Recent): RuleType[] =>
  percentColumns.map(({ type, name, column, total }) => ({
    ...threshold,
    type,
    name,
    unit: 'percent',
    judge: judgeRecent(recent, (server, minute, span) => {
      const size = total(server) ?? 0
      return size > 0 ? recent.values(server.number, column, minute, span).map((used) => (used / size) * 100) : []
    }),
  }))

/** Rule types that compare the records of the last minutes. */
export const thresholdTypes = (recent: Recent): RuleType[] => [...columnTypes(recent), ...percentTypes(recent)]
