import type { RetentionTier } from '@svc/plugin-system/contract'
import { type Blocks, periodsTier, rowsTier } from '@svc/series'

/** A row holds the minute of a server, in the same code as a block its hour. */
export const rows = 'figures_minutes'
export const blocks: Blocks = { table: 'figures_sealed_hours', unit: 'hour' }

export const retention = (days: number): RetentionTier[] => [
  rowsTier(rows, 'minute', days),
  periodsTier(blocks.table, blocks.unit, days),
]
