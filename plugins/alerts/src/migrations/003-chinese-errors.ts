import type { Migration } from '@svc/plugin-sdk'

/** Why a delivery failed is told in both languages; what failed before, or where only one is known, has the English text. */
export const chineseErrors: Migration = {
  name: '003-chinese-errors',
  up: (db) => db.exec('ALTER TABLE alerts_deliveries ADD COLUMN error_zh TEXT'),
}
