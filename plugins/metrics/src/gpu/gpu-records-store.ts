import { type Database, invalid } from '@svc/plugin-sdk'
import type { RecordConsumer, RecordRange } from '../records-store.ts'
import { gpuColumns } from './gpu-columns.ts'

const names = gpuColumns.map(({ name }) => name)

/** Writes a record per device with the record of its server; what an earlier sample of that minute left is replaced. */
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

/** Records of one answer: eight devices for more than a week, and a size that no host can drive up. */
const most = 100_000

/** The records of a range as the text of a JSON array, ascending by time and device. Throws 422 when they are too many. */
export function gpuText(db: Database, { serverId, number, from, to }: RecordRange): string {
  const within = 'FROM metrics_gpu_records WHERE number = @number AND minute BETWEEN @from AND @to'
  type Range = { number: number; from: number; to: number }
  const found = db
    .prepare<[Range & { limit: number }], { count: number }>(
      `SELECT count(*) AS count FROM (SELECT 1 ${within} LIMIT @limit)`,
    )
    .get({ number, from, to, limit: most + 1 })
  if ((found?.count ?? 0) > most)
    throw invalid('to', `ends a range of more than ${most} records; ask for a shorter one`)
  const row = db
    .prepare<[Range & { serverId: string }], { rows: string | null }>(
      `SELECT group_concat(json_object('id', id, 'server_id', @serverId,
         'time', strftime('%Y-%m-%dT%H:%M:00Z', minute * 60, 'unixepoch'),
         ${names.map((name) => `'${name}', ${name}`).join(', ')}), ',' ORDER BY minute, device_index) AS rows ${within}`,
    )
    .get({ number, from, to, serverId })
  return `[${row?.rows ?? ''}]`
}

const forgotten = 500

/** Deletes some of the records of server `number`; false when none is left. */
export const forgetGpus = (db: Database, number: number): boolean =>
  db
    .prepare<[number]>(
      `DELETE FROM metrics_gpu_records
       WHERE id IN (SELECT id FROM metrics_gpu_records WHERE number = ? LIMIT ${forgotten})`,
    )
    .run(number).changes > 0
