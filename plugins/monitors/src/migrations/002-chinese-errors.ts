import type { Migration } from '@svc/plugin-sdk'

/** Error texts in both languages; older records have the English text only. */
export const chineseErrors: Migration = {
  name: '002-chinese-errors',
  up: (db) =>
    db.exec(`
      ALTER TABLE monitors_monitors ADD COLUMN last_error_zh TEXT;
      ALTER TABLE monitors_records ADD COLUMN error_zh TEXT;
    `),
}
