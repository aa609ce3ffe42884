import { columns, type MetricRow } from './columns.ts'

/** A numeric member of a report and its valid range. */
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

/** The numeric members of a report: columns with a range, and uptime, which is shown but not stored. */
export const reportMembers: readonly ReportMember[] = [
  ...columns.flatMap(memberOf),
  ...memberOf({ name: 'uptime', range: [0, Number.MAX_SAFE_INTEGER] }),
]
