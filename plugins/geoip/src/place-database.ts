import type { ServerLocation } from '@svc/plugin-enrollment/contract'
import { type Database, type DatabaseKind, fields, nameOf, openRecords, wellKnownAddresses } from './database.ts'

/** Where an address is, in degrees. */
export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}

export interface PlaceDatabase extends Database {
  /** Undefined if the address is not in the database. */
  lookup(address: string): ServerLocation | undefined
  /** Undefined if the database does not say; those of countries do not. */
  coordinates(address: string): Coordinates | undefined
}

/** Some databases use `ZZ` for unknown. */
const codeOf = (country: ReturnType<typeof fields>): string | null => {
  const code = country.iso_code
  if (typeof code !== 'string' || !/^[A-Za-z]{2}$/.test(code)) return null
  return code.toUpperCase() === 'ZZ' ? null : code.toUpperCase()
}

const englishName = (place: unknown) => nameOf(fields(fields(place).names).en)

/** Converts an untrusted record: country, and the English city or else the first subdivision. */
function placeOf(record: unknown): ServerLocation | undefined {
  const { country, city, subdivisions } = fields(record)
  const [first] = Array.isArray(subdivisions) ? subdivisions : []
  const place = { countryCode: codeOf(fields(country)), region: englishName(city) ?? englishName(first) }
  return place.countryCode === null && place.region === null ? undefined : place
}

function coordinatesOf(record: unknown): Coordinates | undefined {
  const { latitude, longitude } = fields(fields(record).location)
  const isPlace =
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
  return isPlace ? { latitude, longitude } : undefined
}

/** Databases of countries or cities. */
export const places: DatabaseKind<PlaceDatabase> = {
  id: 'geoip',
  edition: 'dbip-country-lite',
  open(bytes) {
    const types = /country|city|enterprise|location/i
    const { record, ...database } = openRecords(bytes, { types, wrongType: 'geoip.WRONG_TYPE' })
    return {
      ...database,
      lookup: (address) => placeOf(record(address)),
      coordinates: (address) => coordinatesOf(record(address)),
    }
  },
  coversPublicInternet: (database) => wellKnownAddresses.some((address) => database.lookup(address)?.countryCode),
}
