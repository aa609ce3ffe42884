import { isIPv6 } from 'node:net'
import { CodedError, type CodedText, type TextCode, text } from '@svc/plugin-sdk'
import { type BoundedReader, makeBoundedReader } from './bounded-reader.ts'

/** The file is not a usable database. */
export class DatabaseError extends CodedError {
  readonly kind: 'invalid' | 'wrong_type'

  constructor(kind: DatabaseError['kind'], text: CodedText) {
    super(text)
    this.kind = kind
  }
}

export interface Database {
  /** database type from the file, for example `DBIP-Country-Lite` */
  readonly type: string
  /** milliseconds; undefined if unknown */
  readonly builtAt: number | undefined
}

/** A kind of databases: what they are called, and how one is opened. */
export interface DatabaseKind<D extends Database> {
  /** of its routes, audit entries and texts */
  readonly id: 'geoip' | 'asn'
  /** name of the free one, also of its file */
  readonly edition: string
  /** Opens a file and verifies that it can be read. Throws `DatabaseError`. */
  open(bytes: Buffer): D
  /** Whether it contains well-known public addresses. Required for downloads only. */
  coversPublicInternet(database: D): boolean
}

/** Well-known addresses, to verify that the file can be read. */
export const wellKnownAddresses = ['1.1.1.1', '8.8.8.8', '9.9.9.9']

function timeOf(date: unknown): number | undefined {
  const ms = date instanceof Date ? date.getTime() : 0
  return ms > 0 && ms <= 8.64e15 ? ms : undefined
}

/** Opens a MaxMind DB file whose type matches, and verifies that it can be read. Throws `DatabaseError`. */
export function openRecords(
  bytes: Buffer,
  { types, wrongType }: { readonly types: RegExp; readonly wrongType: TextCode },
): Database & { record(address: string): unknown } {
  let reader: BoundedReader
  try {
    reader = makeBoundedReader(bytes)
    for (const address of wellKnownAddresses) reader.get(address)
  } catch {
    throw new DatabaseError('invalid', text('geoip.NOT_MMDB'))
  }
  const { databaseType: type, ipVersion, buildEpoch } = reader.metadata
  if (typeof type !== 'string' || !types.test(type)) {
    throw new DatabaseError('wrong_type', text(wrongType, { type: JSON.stringify(String(type).slice(0, 64)) }))
  }
  return {
    type: type.slice(0, 64),
    builtAt: timeOf(buildEpoch),
    record(address) {
      // An IPv4 tree would truncate the address and return a wrong record.
      if (ipVersion !== 6 && isIPv6(address)) return undefined
      try {
        return reader.get(address)
      } catch {
        // A corrupted record does not affect others.
        return undefined
      }
    },
  }
}

/** The members of an untrusted value. */
export const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** An untrusted name without control characters; null if there is none. */
export const nameOf = (value: unknown): string | null =>
  typeof value === 'string'
    ? value
        .replace(/\p{Cc}/gu, '')
        .trim()
        .slice(0, 128) || null
    : null
