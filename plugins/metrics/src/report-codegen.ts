import type { ReportPayload } from '@svc/protocol'
import { type ReportMember, reportMembers } from './report-members.ts'

/*
 * Functions of a report that are written out member by member when the program starts. In a loop over names each access
 * is a search for the name, ten times as slow as in a function that knows them, and these run for every report of a fleet.
 */

for (const { name } of reportMembers) {
  if (!/^[a-z]\w*$/.test(name)) throw new Error(`${name} cannot be a column: its name must be letters, digits and _`)
}

type Bound = (value: unknown, member: ReportMember) => number | null

/** The members that are one number, each as `bound` returns it. */
export function boundedBy(bound: Bound): (report: ReportPayload) => Record<string, unknown> {
  const lines = reportMembers.map(({ name }, i) => `${name}: bound(report.${name}, members[${i}])`)
  const make = new Function(
    'bound',
    'members',
    `return (report) => ({ ${lines.join(', ')}, disk_io: null, gpu: null })`,
  )
  return make(bound, reportMembers)
}

/** Puts the members that are one number into an array, in their order; those that are null as NaN. */
export const packNumbers = new Function(
  'numbers',
  'report',
  reportMembers.map(({ name }, i) => `numbers[${i}] = report.${name} ?? NaN`).join('\n'),
) as (numbers: Float64Array, report: ReportPayload) => void
