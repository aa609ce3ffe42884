import { type LocalizedText, type RuleType, type Verdict, withinBounds } from '@svc/plugin-alerts/contract'
import type { Server } from '@svc/plugin-enrollment/contract'
import { type RecentMinutes, watched } from '../recent/recent-minutes.ts'
import { minuteOf } from '../record-key.ts'
import { type AlertName, alertColumns } from './alert-columns.ts'

/** Of the records of the last ten minutes, this share must match. */
const enough = 0.7

type Judge = NonNullable<RuleType['judge']>
type Condition = Parameters<Judge>[0]

interface Recent extends Pick<RecentMinutes, 'values'> {
  /** Resolves when the minutes from before the start of the program are there. */
  restored(): Promise<void> | undefined
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** What the values of the last minutes, oldest first, say. A sensor that is missing says nothing. */
export function judgeValues(condition: Condition, values: readonly number[]): Verdict | undefined {
  const newest = values.at(-1)
  if (newest === undefined) return undefined
  const matching = values.filter((value) => withinBounds(condition, value))
  const matches = matching.length / values.length >= enough
  return { matches, value: matches ? mean(matching) : newest }
}

/** Compares what `read` has of each server; what is no number then, for example a share of an unknown size, is left out. */
const judging =
  ({ restored }: Recent, read: (server: Server, minute: number) => readonly number[]): Judge =>
  async (condition, servers, now) => {
    // shortly after a start what fires would look as if it were over
    await restored()
    const minute = minuteOf(now * 1000)
    const verdicts = servers.map((server) => [server.id, judgeValues(condition, read(server, minute))] as const)
    return new Map(verdicts.filter((one): one is [string, Verdict] => one[1] !== undefined))
  }

const threshold = { kind: 'threshold', fields: ['min', 'max'] } as const

/** A type per column that has one. */
const ofColumns = (recent: Recent): RuleType[] =>
  watched.map(({ name, alert }) => {
    const type = alert as AlertName
    return {
      ...{ ...threshold, type, ...alertColumns[type] },
      judge: judging(recent, ({ number }, minute) => recent.values(number, name, minute)),
    }
  })

interface Share {
  readonly type: string
  readonly name: LocalizedText
  readonly column: string
  readonly whole: (server: Server) => number | null
}

const shares: readonly Share[] = [
  {
    type: 'memory_percent',
    name: { en: 'Memory', zh: '内存' },
    column: 'mem_used',
    whole: ({ memTotal }) => memTotal,
  },
  {
    type: 'swap_percent',
    name: { en: 'Swap', zh: '交换空间' },
    column: 'swap_used',
    whole: ({ swapTotal }) => swapTotal,
  },
  {
    type: 'disk_percent',
    name: { en: 'Disk', zh: '磁盘' },
    column: 'disk_used',
    whole: ({ diskTotal }) => diskTotal,
  },
]

const ofShares = (recent: Recent): RuleType[] =>
  shares.map(({ type, name, column, whole }) => ({
    ...{ ...threshold, type, name, unit: 'percent' },
    judge: judging(recent, (server, minute) => {
      const size = whole(server) ?? 0
      return size > 0 ? recent.values(server.number, column, minute).map((used) => (used / size) * 100) : []
    }),
  }))

/** Rule types that compare the records of the last ten minutes. */
export const thresholdTypes = (recent: Recent): RuleType[] => [...ofColumns(recent), ...ofShares(recent)]
