import type { CodedText } from '@svc/plugin-sdk'
import type { PublicConfig, PublicIncidents, PublicMaintenance } from '../status-schema.ts'

/** What feeds are made of. */
export interface FeedSource {
  /** of this service, without a trailing slash */
  readonly origin: string
  readonly config: Pick<PublicConfig, 'title' | 'description'>
  readonly incidents: PublicIncidents
  readonly maintenances: readonly PublicMaintenance[]
  /** epoch milliseconds */
  readonly now: number
  /** in the language of the reader */
  textOf(text: CodedText): string
}
