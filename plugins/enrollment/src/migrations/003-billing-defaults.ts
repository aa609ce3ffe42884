import type { Migration } from '@svc/plugin-sdk'

/** Every server has a billing cycle: monthly from day 1 unless an admin chooses another. */
export const billingDefaults: Migration = {
  name: '003-billing-defaults',
  up: (db) =>
    db.exec(`
      UPDATE enrollment_servers SET billing_cycle = 'monthly' WHERE billing_cycle IS NULL;
      UPDATE enrollment_servers SET billing_start_day = 1 WHERE billing_start_day IS NULL;
    `),
}
