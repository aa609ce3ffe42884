/** Seconds per unit. */
const units = { s: 1, m: 60, h: 3600, d: 86_400 } as const
type Unit = keyof typeof units

/** Ten years: anything longer is a typo. */
const maxSeconds = 3650 * units.d

/** How to write a duration, for error messages. */
export const durationSyntax = 'a whole number followed by s, m, h or d, such as 30m or 12h'

/** The seconds of a duration such as `30m`; undefined if it is invalid. */
export function parseDuration(text: string): number | undefined {
  const [, digits, unit] = /^([1-9]\d{0,9})([smhd])$/.exec(text) ?? []
  if (!digits || !unit) return undefined
  const seconds = Number(digits) * units[unit as Unit]
  return seconds <= maxSeconds ? seconds : undefined
}

/** Formats a duration with its two largest units: `1h 5m`. */
export function formatDuration(seconds: number): string {
  let remaining = Math.max(0, Math.ceil(seconds))
  const parts = (['d', 'h', 'm', 's'] as const).map((unit) => {
    const count = Math.floor(remaining / units[unit])
    remaining -= count * units[unit]
    return { text: `${count}${unit}`, count }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  if (first === -1) return '0s'
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0)
  return shown.map(({ text }) => text).join(' ')
}
