import type { LogEntry } from './entry.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * The forms of a line, each anchored at its beginning, so that what a message says never counts as a header:
 * `Nov 24 19:03:21 host sshd[42]: …` (with `auth.info` before the program in BusyBox), `2026-11-24T19:03:21.5+01:00 host sshd[42]: …`
 * and RFC 5424, `<38>1 2026-11-24T19:03:21Z host sshd 42 - - …`.
 */
const traditional =
  /^([A-Z][a-z]{2}) ([ \d]?\d) (\d\d):(\d\d):(\d\d)(?: [\w.,@-]+)? (?:[a-z0-9]+\.[a-z]+ )?([\w./-]+)(?:\[\d+\])?: (.*)$/s
const iso = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)) [\w.,@-]+ ([\w./-]+)(?:\[\d+\])?: (.*)$/s
const structured =
  /^<\d{1,3}>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)) \S+ ([\w./-]+) \S+ \S+ (?:-|(?:\[(?:[^"\]]|"(?:[^"\\]|\\.)*")*\])+) (?:\uFEFF)?(.*)$/s

const daySeconds = 86_400

/** Lines without a year are of the last twelve months; a clock that was set back may put them a day ahead. */
function timeWithoutYear(month: number, parts: readonly number[], now: number): number {
  const [day = 1, hours = 0, minutes = 0, seconds = 0] = parts
  const year = new Date(now * 1000).getFullYear()
  const of = (each: number) => Math.floor(new Date(each, month, day, hours, minutes, seconds).getTime() / 1000)
  const at = of(year)
  return at > now + daySeconds ? of(year - 1) : at
}

const programOf = (tag: string) => tag.slice(tag.lastIndexOf('/') + 1)

/** A line of a log file; undefined if it has no header. `now` is in epoch seconds. */
export function parseSyslogLine(line: string, now: number): LogEntry | undefined {
  const old = traditional.exec(line)
  if (old) {
    const [, name = '', day, hours, minutes, seconds, tag = '', message = ''] = old
    const month = months.indexOf(name)
    if (month < 0) return undefined
    const at = timeWithoutYear(month, [day, hours, minutes, seconds].map(Number), now)
    return { at, program: programOf(tag), message }
  }
  const [, time = '', tag = '', message = ''] = iso.exec(line) ?? structured.exec(line) ?? []
  const at = Math.floor(Date.parse(time) / 1000)
  return Number.isNaN(at) ? undefined : { at, program: programOf(tag), message }
}
