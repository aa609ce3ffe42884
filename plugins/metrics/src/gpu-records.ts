import { type Database, invalid } from '@svc/plugin-sdk'
import { gpuColumns } from './gpu-columns.ts'
import type { RecordConsumer, RecordRange } from './records-store.ts'

const names = gpuColumns.map(({ name }) => name)

/** Writes one record per GPU along with the server's record, replacing those of an earlier sample of the same minute. */
export function gpuRecorder(db: Database): RecordConsumer {
  const remove = db.prepare<[number, number]>('DELETE FROM metrics_gpu_records WHERE number = ? AND minute = ?')
  const insert = db.prepare<(number | string)[]>(
    `INSERT INTO metrics_gpu_records (number, minute, ${names.join(', ')}) VALUES (?, ?${', ?'.repeat(names.length)})`,
  )
  return (records) => {
    for (const { minute, number, report } of records) {
      if (!report.gpu) continue
      remove.run(number, minute)
      for (const [index, device] of report.gpu.detailed_info.entries()) {
        insert.run(number, minute, ...gpuColumns.map(({ take }) => take(device, index)))
      }
    }
  }
}

/** Maximum number of records in one response: about a week of eight devices. Bounds the size of the response. */
const maxRecords = 100_000

/** The records of a range as a serialized JSON array, by time and device. Throws 422 above `maxRecords`. */
export function gpuText(db: Database, { serverId, number, from, to }: RecordRange): string {
  const within = 'FROM metrics_gpu_records WHERE number = @number AND minute BETWEEN @from AND @to'
  type Range = { number: number; from: number; to: number }
  const found = db
    .prepare<[Range & { limit: number }], { count: number }>(
      `SELECT count(*) AS count FROM (SELECT 1 ${within} LIMIT @limit)`,
    )
    .get({ number, from, to, limit: maxRecords + 1 })
  if ((found?.count ?? 0) > maxRecords) {
    throw invalid('to', 'metrics.TOO_MANY_RECORDS', { limit: maxRecords })
  }
  const row = db
    .prepare<[Range & { serverId: string }], { rows: string | null }>(
      `SELECT group_concat(json_object('id', id, 'server_id', @serverId,
         'time', strftime('%Y-%m-%dT%H:%M:00Z', minute * 60, 'unixepoch'),
         ${names.map((name) => `'${name}', ${name}`).join(', ')}), ',' ORDER BY minute, device_index) AS rows ${within}`,
    )
    .get({ number, from, to, serverId })
  return `[${row?.rows ?? ''}]`
}

const deleteBatchSize = 500

/** Deletes one batch of the server's GPU records. Returns false when none are left. */
export const deleteGpuRecords = (db: Database, number: number): boolean =>
  db
    .prepare<[number]>(
      `DELETE FROM metrics_gpu_records
       WHERE id IN (SELECT id FROM metrics_gpu_records WHERE number = ? LIMIT ${deleteBatchSize})`,
    )
    .run(number).changes > 0
