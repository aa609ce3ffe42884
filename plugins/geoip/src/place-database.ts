import { isIPv6 } from 'node:net'
import type { ServerLocation } from '@svc/plugin-enrollment/contract'
import { CodedError, type CodedText, text } from '@svc/plugin-sdk'
import { type BoundedReader, makeBoundedReader } from './bounded-reader.ts'

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
function placeOf(record: unknown): ServerLocation | undefined {
  const { country, city, subdivisions } = fields(record)
  const [first] = Array.isArray(subdivisions) ? subdivisions : []
  const place = { countryCode: codeOf(fields(country)), region: nameOf(city) ?? nameOf(first) }
  return place.countryCode === null && place.region === null ? undefined : place
}

/** The file is not a usable database. */
export class DatabaseError extends CodedError {
  readonly kind: 'invalid' | 'wrong_type'

  constructor(kind: DatabaseError['kind'], text: CodedText) {
    super(text)
    this.kind = kind
  }
}

export interface PlaceDatabase {
  /** database type from the file, for example `DBIP-Country-Lite` */
  readonly type: string
  /** milliseconds; undefined if unknown */
  readonly builtAt: number | undefined
  /** Undefined if the address is not in the database. */
  lookup(address: string): ServerLocation | undefined
}

/** Well-known addresses, to verify that the file can be read. */
const wellKnownAddresses = ['1.1.1.1', '8.8.8.8', '9.9.9.9']

const supportedTypes = /country|city|enterprise|location/i

function timeOf(date: unknown): number | undefined {
  const ms = date instanceof Date ? date.getTime() : 0
  return ms > 0 && ms <= 8.64e15 ? ms : undefined
}

/** Opens a MaxMind DB file and verifies that it can be read. Throws `DatabaseError`. */
export function openDatabase(bytes: Buffer): PlaceDatabase {
  let reader: BoundedReader
  try {
    reader = makeBoundedReader(bytes)
    for (const address of wellKnownAddresses) reader.get(address)
  } catch {
    throw new DatabaseError('invalid', text('geoip.NOT_MMDB'))
  }
  const { databaseType: type, ipVersion, buildEpoch } = reader.metadata
  if (typeof type !== 'string' || !supportedTypes.test(type)) {
    throw new DatabaseError('wrong_type', text('geoip.WRONG_TYPE', { type: JSON.stringify(String(type).slice(0, 64)) }))
  }
  return {
    type: type.slice(0, 64),
    builtAt: timeOf(buildEpoch),
    lookup(address) {
      // An IPv4 tree would truncate the address and return a wrong record.
      if (ipVersion !== 6 && isIPv6(address)) return undefined
      try {
        return placeOf(reader.get(address))
      } catch {
        // A corrupted record does not affect others.
        return undefined
      }
    },
  }
}

/** Whether it contains well-known public addresses. Required for downloads only. */
export const coversPublicInternet = (database: PlaceDatabase): boolean =>
  wellKnownAddresses.some((address) => database.lookup(address)?.countryCode)
