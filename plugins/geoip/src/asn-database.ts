import { type Database, type DatabaseKind, fields, nameOf, openRecords, wellKnownAddresses } from './database.ts'

/** The autonomous system that announces an address. */
export interface AutonomousSystem {
  readonly number: number
  /** its owner; null if unknown */
  readonly organization: string | null
}

export interface AsnDatabase extends Database {
  /** Undefined if the address is not in the database. */
  lookup(address: string): AutonomousSystem | undefined
}

const maxNumber = 2 ** 32 - 1

function systemOf(record: unknown): AutonomousSystem | undefined {
  const { autonomous_system_number: number, autonomous_system_organization: organization } = fields(record)
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > maxNumber) return undefined
  return { number, organization: nameOf(organization) }
}

/** Databases of autonomous systems. */
export const systems: DatabaseKind<AsnDatabase> = {
  id: 'asn',
  edition: 'dbip-asn-lite',
  open(bytes) {
    const { record, ...database } = openRecords(bytes, { types: /asn|isp|enterprise/i, wrongType: 'geoip.NO_ASN_TYPE' })
    return { ...database, lookup: (address) => systemOf(record(address)) }
  },
  coversPublicInternet: (database) => wellKnownAddresses.some((address) => database.lookup(address)),
}
