const parts = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = parts.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
      ...{ hourCycle: 'h23', timeZone },
    })
    parts.set(timeZone, format)
  }
  return format
}

/** An instant as the value of `<input type="datetime-local">` in a time zone. */
export function toZoned(at: number | string, timeZone: string): string {
  const found = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, value]),
  )
  return `${found.year}-${found.month}-${found.day}T${found.hour}:${found.minute}`
}

/** Milliseconds by which the clocks of a time zone are ahead of UTC at an instant. */
const offsetAt = (at: number, timeZone: string): number => Date.parse(`${toZoned(at, timeZone)}Z`) - at

/**
 * The instant of a local time in a time zone, as RFC 3339; undefined if it is no time. A time that a clock change skips
 * counts from before the change; of one that happens twice, the first.
 */
export function fromZoned(local: string, timeZone: string): string | undefined {
  const guess = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}Z`) : Number.NaN
  if (Number.isNaN(guess)) return undefined
  const day = 86_400_000
  const candidates = [offsetAt(guess - day, timeZone), offsetAt(guess + day, timeZone)].map((offset) => guess - offset)
  const at = candidates.find((one) => toZoned(one, timeZone) === local) ?? candidates[0]
  return at === undefined ? undefined : new Date(at).toISOString().replace('.000Z', 'Z')
}
