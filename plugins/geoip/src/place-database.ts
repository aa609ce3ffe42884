import { isIPv6 } from 'node:net'
import type { ServerLocation } from '@svc/plugin-enrollment/contract'
import { type BoundedReader, makeBoundedReader } from './bounded-reader.ts'
import { placeOf } from './place-of.ts'

/** A file that is no database of places. The message is a clause: "it is a database of ...". */
export class DatabaseFault extends Error {
  readonly kind: 'invalid' | 'wrong_type'

  constructor(kind: DatabaseFault['kind'], message: string) {
    super(message)
    this.name = 'DatabaseFault'
    this.kind = kind
  }
}

export interface PlaceDatabase {
  /** what the file calls itself, for example `DBIP-Country-Lite` */
  readonly type: string
  /** milliseconds; undefined when the file does not say */
  readonly builtAt: number | undefined
  /** Undefined for an address that the database does not know, or of a family that it does not hold. */
  lookup(address: string): ServerLocation | undefined
}

/** Anywhere: only shows that the tree and the records can be read. */
const probes = ['1.1.1.1', '8.8.8.8', '9.9.9.9']

const locating = /country|city|enterprise|location/i

function timeOf(date: unknown): number | undefined {
  const ms = date instanceof Date ? date.getTime() : 0
  return ms > 0 && ms <= 8.64e15 ? ms : undefined
}

/** Opens the bytes of a MaxMind DB file and proves that it can be read. Throws `DatabaseFault`. */
export function openDatabase(bytes: Buffer): PlaceDatabase {
  let reader: BoundedReader
  try {
    reader = makeBoundedReader(bytes)
    for (const address of probes) reader.get(address)
  } catch {
    throw new DatabaseFault('invalid', 'it is not a MaxMind DB file, or a damaged one')
  }
  const { databaseType: type, ipVersion, buildEpoch } = reader.metadata
  if (typeof type !== 'string' || !locating.test(type)) {
    const named = typeof type === 'string' ? ` but ${JSON.stringify(type.slice(0, 64))}` : ''
    throw new DatabaseFault('wrong_type', `it is not a database of countries or cities${named}`)
  }
  return {
    type: type.slice(0, 64),
    builtAt: timeOf(buildEpoch),
    lookup(address) {
      // in a tree of 32 levels a longer address would be cut and found elsewhere
      if (ipVersion !== 6 && isIPv6(address)) return undefined
      try {
        return placeOf(reader.get(address))
      } catch {
        // one damaged record does not spoil the others
        return undefined
      }
    },
  }
}

/** Whether it knows places of the public internet: what is downloaded must, a file of one's own need not. */
export const knowsTheInternet = (database: PlaceDatabase): boolean =>
  probes.some((address) => database.lookup(address)?.countryCode)
