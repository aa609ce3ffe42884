import type { ReportPayload } from '@svc/protocol'
import { type ReportMember, reportMembers } from './report-members.ts'

/*
 * Functions generated at startup with one statement per report member. Looping over names would make each access a dynamic
 * property lookup, ten times as slow, and these run for every report of the fleet.
 */

for (const { name } of reportMembers) {
  if (!/^[a-z]\w*$/.test(name)) {
    throw new Error(`invalid column name ${name}: start with a lowercase letter and use only letters, digits and _`)
  }
}

type Clamp = (value: unknown, member: ReportMember) => number | null

/** Compiles a function that maps the numeric members of a report through `clamp`. */
export function compileClamp(clamp: Clamp): (report: ReportPayload) => Record<string, unknown> {
  const lines = reportMembers.map(({ name }, i) => `${name}: clamp(report.${name}, members[${i}])`)
  const make = new Function(
    'clamp',
    'members',
    `return (report) => ({ ${lines.join(', ')}, disk_io: null, gpu: null })`,
  )
  return make(clamp, reportMembers)
}

/** Copies the numeric members of a report into an array, in order; null becomes NaN. */
export const packNumbers = new Function(
  'numbers',
  'report',
  reportMembers.map(({ name }, i) => `numbers[${i}] = report.${name} ?? NaN`).join('\n'),
) as (numbers: Float64Array, report: ReportPayload) => void
