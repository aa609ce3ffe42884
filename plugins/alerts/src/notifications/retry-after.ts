/** As all of HTTP writes dates, now and formerly; only the oldest form does not name the zone. */
const date = /^[A-Z][a-z]{2,8},? .{5,30}$/

/**
 * The seconds that a `Retry-After` asks for, as a number or as the time of a date; undefined when there is none, it is
 * neither, or the time has come. `now` in epoch milliseconds.
 */
export function readRetryAfter(header: string | readonly string[] | undefined, now: number): number | undefined {
  const text = (typeof header === 'object' ? header[0] : header)?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  if (!date.test(text)) return undefined
  const seconds = (Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`) - now) / 1000
  return seconds > 0 ? seconds : undefined
}
