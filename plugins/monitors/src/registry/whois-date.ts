const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthOf = (text: string) =>
  /^\d+$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1

/** The date formats of registries. */
const formats: readonly { readonly pattern: RegExp; readonly order: readonly ('y' | 'm' | 'd')[] }[] = [
  { pattern: /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/, order: ['y', 'm', 'd'] },
  { pattern: /\b(\d{1,2})[-\s.]([a-z]{3,9})[-\s.,]+(\d{4})\b/i, order: ['d', 'm', 'y'] },
  { pattern: /\b(\d{1,2})[./-](\d{1,2})[./-](\d{4})\b/, order: ['d', 'm', 'y'] },
  { pattern: /\b([a-z]{3,9})\s+(\d{1,2}),?\s+(?:[\d:]{5,8}\s+)?(?:[a-z]{3,4}\s+)?(\d{4})\b/i, order: ['m', 'd', 'y'] },
  { pattern: /\b(\d{4})(\d{2})(\d{2})\b/, order: ['y', 'm', 'd'] },
]

const maxTextLength = 100

/** Midnight UTC of the date in a text, epoch milliseconds; undefined without one. */
export function parseWhoisDate(text: string): number | undefined {
  const short = text.slice(0, maxTextLength)
  for (const { pattern, order } of formats) {
    const [, ...parts] = pattern.exec(short) ?? []
    const part = (which: 'y' | 'm' | 'd') => parts[order.indexOf(which)] ?? ''
    const [year, month, day] = [Number(part('y')), monthOf(part('m')), Number(part('d'))]
    const ms = Date.UTC(year, month - 1, day)
    const date = new Date(ms)
    const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    if (parts.length === 3 && year >= 1985 && year <= 2200 && isReal) return ms
  }
  return undefined
}
