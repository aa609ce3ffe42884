import { invalid } from '@svc/plugin-sdk'
import { Cron } from 'croner'

/** Field, minimum and maximum of a schedule that cannot be read. */
const field = 'cron_expression'

function parse(expression: string, timezone: string): Cron {
  // Nicknames such as @daily and extensions of the library are not part of the contract.
  if (expression.trim().split(/\s+/).length !== 6) throw invalid(field, 'tasks.CRON_FIELDS')
  try {
    return new Cron(expression, { paused: true, timezone, mode: '6-part', domAndDow: true })
  } catch {
    throw invalid(field, 'tasks.CRON_INVALID')
  }
}

/**
 * The next runs of a schedule after a time, in milliseconds. A time of day that daylight saving time skips runs at the end
 * of the gap, one that occurs twice runs once; intervals run through.
 */
export function nextRuns(expression: string, timezone: string, after: number, count: number): number[] {
  return parse(expression, timezone)
    .nextRuns(count, new Date(after))
    .map((date) => date.getTime())
}

/** The next run after a time, in milliseconds; undefined if there is none. */
export const nextRun = (expression: string, timezone: string, after: number): number | undefined =>
  nextRuns(expression, timezone, after, 1)[0]

/** Throws 422 for a schedule that cannot be read or never runs. Returns it with single spaces. */
export function readCron(expression: string, timezone: string, now: number): string {
  const normalized = expression.trim().split(/\s+/).join(' ')
  if (nextRun(normalized, timezone, now) === undefined) throw invalid(field, 'tasks.CRON_NEVER')
  return normalized
}
