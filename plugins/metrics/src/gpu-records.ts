import type { Database } from '@svc/plugin-sdk'
import { gpuColumns } from './gpu-columns.ts'
import type { OnRecords, RecordRange } from './records-store.ts'

const names = gpuColumns.map(({ name }) => name)

/** Writes one record per GPU along with the server's record, replacing those of an earlier sample of the same minute. */
export function gpuRecorder(db: Database): OnRecords {
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

/** Records that are read at once: about a megabyte. */
const partSize = 5000

/** The first records of a range as the elements of a JSON array, by time and device, and the minute that the next ones begin with. */
export function gpuPart(
  db: Database,
  { serverId, number, from, to }: RecordRange,
): { readonly elements: string; readonly next: number | undefined } {
  const within = 'FROM metrics_gpu_records WHERE number = @number AND minute BETWEEN @from AND @to'
  type Range = { number: number; from: number; to: number }
  // The minute of the last record is read whole.
  const last = db
    .prepare<[Range & { size: number }], { minute: number }>(
      `SELECT minute ${within} ORDER BY minute LIMIT 1 OFFSET @size - 1`,
    )
    .get({ number, from, to, size: partSize })
  const end = last?.minute ?? to
  const row = db
    .prepare<[Range & { serverId: string }], { rows: string | null }>(
      `SELECT group_concat(json_object('id', id, 'server_id', @serverId,
         'time', strftime('%Y-%m-%dT%H:%M:00Z', minute * 60, 'unixepoch'),
         ${names.map((name) => `'${name}', ${name}`).join(', ')}), ',' ORDER BY minute, device_index) AS rows ${within}`,
    )
    .get({ number, from, to: end, serverId })
  return { elements: row?.rows ?? '', next: end < to ? end + 1 : undefined }
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
