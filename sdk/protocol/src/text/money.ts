/** Amounts outside this range use scientific notation. */
const maxPlain = 1e12
const minPlain = 1e-6

const styleOf = (value: number, digits: number): Intl.NumberFormatOptions => {
  const size = Math.abs(value)
  if (size >= maxPlain || (size > 0 && size < minPlain)) return { notation: 'scientific', maximumSignificantDigits: 4 }
  // an hourly price would be rounded to zero
  if (size > 0 && size < 10 ** (1 - digits)) return { maximumSignificantDigits: 2 }
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

/** Currencies are free text, but Intl only accepts three-letter codes and throws otherwise. */
const codeOf = (currency: string) => (/^[a-z]{3}$/i.test(currency) ? currency.toUpperCase() : undefined)

/** Formats amounts of money for a locale, with any text as the currency. */
export function makeMoney(locale: string): (value: number, currency: string) => string {
  const formats = new Map<string, Intl.NumberFormat>()
  const formatOf = (options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options)
    const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
    formats.set(key, format)
    return format
  }
  return (value, currency) => {
    const code = codeOf(currency)
    if (!code) return `${formatOf(styleOf(value, 2)).format(value)} ${currency}`
    const style: Intl.NumberFormatOptions = { style: 'currency', currency: code }
    const digits = formatOf(style).resolvedOptions().maximumFractionDigits ?? 2
    return formatOf({ ...style, ...styleOf(value, digits) }).format(value)
  }
}
