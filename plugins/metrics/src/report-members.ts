import { columns, type MetricRow } from './columns.ts'

/** A member of a report that is one number, and what of it makes sense. */
export interface ReportMember {
  readonly name: string
  readonly low: number
  readonly high: number
  readonly nullable: boolean
}

const memberOf = ({
  name,
  range,
  nullable,
}: Pick<MetricRow, 'name' | 'range' | 'nullable'>): readonly ReportMember[] =>
  range ? [{ name, low: range[0], high: range[1], nullable: nullable ?? false }] : []

/** What a report says in single numbers: the columns that have a range, and what is shown but not stored. */
export const reportMembers: readonly ReportMember[] = [
  ...columns.flatMap(memberOf),
  ...memberOf({ name: 'uptime', range: [0, Number.MAX_SAFE_INTEGER] }),
]
