/** Outside of these, sums written out are too long to be read, and nobody's price. */
const largest = 1e12
const smallest = 1e-6

const styleOf = (value: number, digits: number): Intl.NumberFormatOptions => {
  const size = Math.abs(value)
  if (size >= largest || (size > 0 && size < smallest)) return { notation: 'scientific', maximumSignificantDigits: 4 }
  // the price of an hour would be rounded to nothing
  if (size > 0 && size < 10 ** (1 - digits)) return { maximumSignificantDigits: 2 }
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

/** A currency is whatever somebody typed; Intl knows those of three letters, and throws at others. */
const codeOf = (currency: string) => (/^[a-z]{3}$/i.test(currency) ? currency.toUpperCase() : undefined)

/** Writes sums of money in the manner of a locale, whatever the currency is called. */
export function makeMoney(locale: string): (value: number, currency: string) => string {
  const formats = new Map<string, Intl.NumberFormat>()
  const formatOf = (options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options)
    const known = formats.get(key) ?? new Intl.NumberFormat(locale, options)
    formats.set(key, known)
    return known
  }
  return (value, currency) => {
    const code = codeOf(currency)
    if (!code) return `${formatOf(styleOf(value, 2)).format(value)} ${currency}`
    const known: Intl.NumberFormatOptions = { style: 'currency', currency: code }
    const digits = formatOf(known).resolvedOptions().maximumFractionDigits ?? 2
    return formatOf({ ...known, ...styleOf(value, digits) }).format(value)
  }
}
