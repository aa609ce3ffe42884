import type { Migration } from '@svc/plugin-sdk'

/** Keys are `hour << 20 | server number` and `day << 20 | server number`; days are in the configured time zone. */
export const trafficMigrations: readonly Migration[] = [
  {
    name: '101-traffic',
    up: (db) =>
      db.exec(`
        CREATE TABLE metrics_traffic_counters (
          number INTEGER PRIMARY KEY, minute INTEGER NOT NULL, last_in INTEGER NOT NULL, last_out INTEGER NOT NULL,
          uptime INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE metrics_traffic_hourly (
          id INTEGER PRIMARY KEY, bytes_in INTEGER NOT NULL, bytes_out INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE metrics_traffic_daily (
          id INTEGER PRIMARY KEY, bytes_in INTEGER NOT NULL, bytes_out INTEGER NOT NULL
        ) STRICT;`),
  },
  { name: '104-traffic-holes', up: (db) => db.exec('ALTER TABLE metrics_traffic_counters ADD COLUMN holes TEXT') },
  {
    // counters are written every minute; holes are much larger but rare
    name: '107-traffic-holes-apart',
    up: (db) =>
      db.exec(`
        CREATE TABLE metrics_traffic_holes (number INTEGER PRIMARY KEY, holes TEXT NOT NULL) STRICT;
        INSERT INTO metrics_traffic_holes
          SELECT number, holes FROM metrics_traffic_counters WHERE holes IS NOT NULL;
        ALTER TABLE metrics_traffic_counters DROP COLUMN holes;`),
  },
]
