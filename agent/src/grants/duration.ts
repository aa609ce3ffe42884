/** Seconds of each unit a duration may be given in. */
const units = { s: 1, m: 60, h: 3600, d: 86_400 } as const
type Unit = keyof typeof units

/** Ten years: more is a slip of the finger, and far from where sums of seconds lose exactness. */
const longest = 3650 * units.d

/** How a duration is written, for error sentences. */
export const durationWords = 'a whole number with s, m, h or d, such as 30m or 12h'

/** The seconds of `30m`; undefined when it is no duration. */
export function secondsOf(text: string): number | undefined {
  const [, digits, unit] = /^([1-9]\d{0,9})([smhd])$/.exec(text) ?? []
  if (!digits || !unit) return undefined
  const seconds = Number(digits) * units[unit as Unit]
  return seconds <= longest ? seconds : undefined
}

/** The two largest parts of a span: `1h 5m`. */
export function durationText(seconds: number): string {
  let rest = Math.max(0, Math.ceil(seconds))
  const parts = (['d', 'h', 'm', 's'] as const).map((unit) => {
    const count = Math.floor(rest / units[unit])
    rest -= count * units[unit]
    return { text: `${count}${unit}`, count }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  if (first === -1) return '0s'
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0)
  return shown.map(({ text }) => text).join(' ')
}
