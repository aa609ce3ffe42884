import type { Migration } from '@svc/plugin-sdk'

export const addCounts: Migration = {
  name: '002-counts',
  // how many values a minute is the mean of, so that its parts before and after a restart can be joined
  up: (db) => db.exec('ALTER TABLE figures_points ADD COLUMN count INTEGER NOT NULL DEFAULT 1'),
}
