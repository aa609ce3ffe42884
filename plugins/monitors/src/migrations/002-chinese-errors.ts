import type { Migration } from '@svc/plugin-sdk'

/** Why a check failed is told in both languages; checks that were made before have the English text alone. */
export const chineseErrors: Migration = {
  name: '002-chinese-errors',
  up: (db) =>
    db.exec(`
      ALTER TABLE monitors_monitors ADD COLUMN last_error_zh TEXT;
      ALTER TABLE monitors_records ADD COLUMN error_zh TEXT;
    `),
}
