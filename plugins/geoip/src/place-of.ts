import type { ServerLocation } from '@svc/plugin-enrollment/contract'

type Fields = Readonly<Record<string, unknown>>

const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

/** Some databases use `ZZ` for unknown. */
const codeOf = (country: Fields): string | null => {
  const code = country.iso_code
  if (typeof code !== 'string' || !/^[A-Za-z]{2}$/.test(code)) return null
  return code.toUpperCase() === 'ZZ' ? null : code.toUpperCase()
}

const nameOf = (place: unknown): string | null => {
  const { en } = fields(fields(place).names)
  if (typeof en !== 'string') return null
  return (
    en
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 128) || null
  )
}

/** Converts an untrusted record: country, and the English city or else the first subdivision. */
export function placeOf(record: unknown): ServerLocation | undefined {
  const { country, city, subdivisions } = fields(record)
  const [first] = Array.isArray(subdivisions) ? subdivisions : []
  const place = { countryCode: codeOf(fields(country)), region: nameOf(city) ?? nameOf(first) }
  return place.countryCode === null && place.region === null ? undefined : place
}
