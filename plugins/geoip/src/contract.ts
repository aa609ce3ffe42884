import { type ServiceRef, service } from '@svc/plugin-sdk'

export type { DownloadAnswer, DownloadError, DownloadState, GeoipStatus, Problem } from './geoip-schema.ts'

/** What the local databases say of an address. */
export interface AddressFacts {
  /** two upper-case letters */
  readonly country: string | null
  /** degrees; only with a database that has them */
  readonly latitude: number | null
  readonly longitude: number | null
  /** number of the autonomous system that announces it */
  readonly asn: number | null
  /** owner of that */
  readonly organization: string | null
}

/** Looks up addresses in the local databases; nothing leaves this server. */
export interface Addresses {
  /** All null for an address that is not public, or while there is no database. */
  facts(address: string): AddressFacts
}

export const addresses: ServiceRef<Addresses> = service('geoip.addresses')
