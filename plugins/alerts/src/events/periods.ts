import type { ChangeRow } from './changes-store.ts'

/** A time during which an alert was firing. */
export interface Period {
  readonly ruleId: string
  readonly source: string
  readonly ruleName: string
  /** epoch seconds */
  readonly from: number
  /** null: still firing */
  readonly to: number | null
  /** JSON of a `CodedText`: why it fired, or how it ended if the beginning is no longer known */
  readonly message_json: string
}

type PeriodChange = Pick<ChangeRow, 'rule_id' | 'source' | 'rule_name' | 'change' | 'message_json' | 'at'>

const keyOf = ({ rule_id, source }: PeriodChange) => ({ ruleId: rule_id, source })

/** Identifies the alert of a period among those of its server. */
export const alertOf = ({ ruleId, source }: Pick<Period, 'ruleId' | 'source'>): string => `${ruleId}:${source}`

/**
 * The periods that changes of one server make, which are in the order of their time. What ends without having begun has begun
 * before `since`.
 */
export function periodsOf(changes: readonly PeriodChange[], since: number): readonly Period[] {
  const periods: Period[] = []
  const open = new Map<string, PeriodChange>()
  const close = (row: PeriodChange, from: number, to: number | null) =>
    periods.push({ ...keyOf(row), ruleName: row.rule_name, from, to, message_json: row.message_json })
  for (const row of changes) {
    const key = alertOf(keyOf(row))
    const begun = open.get(key)
    if (begun) close(begun, begun.at, row.at)
    else if (row.change === 'resolved') close(row, since, row.at)
    if (row.change === 'fired') open.set(key, row)
    else open.delete(key)
  }
  for (const row of open.values()) close(row, row.at, null)
  return periods.sort((a, b) => a.from - b.from)
}
