import type { Migration } from '@svc/plugin-sdk'
import { gpuColumns } from './gpu-columns.ts'

const declared = gpuColumns.map(({ name, type }) => `${name} ${type} NOT NULL`).join(', ')

/** `number` is the server number; the second index is for retention. */
export const gpuMigrations: readonly Migration[] = [
  {
    name: '003-gpu-records',
    up: (db) =>
      db.exec(`
        CREATE TABLE metrics_gpu_records (
          id INTEGER PRIMARY KEY, number INTEGER NOT NULL, minute INTEGER NOT NULL, ${declared}
        ) STRICT;
        CREATE UNIQUE INDEX metrics_gpu_records_by_device ON metrics_gpu_records (number, minute, device_index);
        CREATE INDEX metrics_gpu_records_by_minute ON metrics_gpu_records (minute);`),
  },
]
