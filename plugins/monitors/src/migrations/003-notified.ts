import type { Migration } from '@svc/plugin-sdk'

/** Whether anyone was notified of the outage: its group had a channel. Of earlier outages that is assumed. */
export const notified: Migration = {
  name: '003-notified',
  up: (db) =>
    db.exec(`
      ALTER TABLE monitors_monitors ADD COLUMN outage_notified INTEGER NOT NULL DEFAULT 0;
      UPDATE monitors_monitors SET outage_notified = outage_announced;
    `),
}
