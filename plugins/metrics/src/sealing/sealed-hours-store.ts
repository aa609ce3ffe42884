import { type Database, type Logger, toTimestamp } from '@svc/plugin-sdk'
import { columnsOf } from '../fields.js'
import { hourOfMinute, hoursOfServer, packHour } from '../hour-key.js'
import { packKey } from '../record-key.js'
import { type RecordRange, type RecordText, recordJson } from '../records-store.js'
import type { Cell } from './column-code.js'
import { openHour } from './sealed-hour.js'

const cellText = (cell: Cell) => (typeof cell === 'string' ? JSON.stringify(cell) : String(cell))

/**
 * Text is put together by hand: as objects, a week of records takes several times as long. It goes column by column,
 * because what stays the same for a while is then written once.
 */
function textsOf(block: Uint8Array, hour: number, range: RecordRange): RecordText[] {
  const { serverId, number, from, to, fields } = range
  const columns = columnsOf(fields)
  const { minutes, cells } = openHour(block, columns)
  const time = toTimestamp(hour * 3600).slice(0, 14)
  const identity = (minute: number) =>
    fields ? '' : `"id":${packKey(hour * 60 + minute, number)},"server_id":${JSON.stringify(serverId)},`
  const texts = minutes.map((minute) => `{${identity(minute)}"time":"${time}${minute < 10 ? 0 : ''}${minute}:00Z"`)
  for (const [c, { name }] of columns.entries()) {
    const column = cells[c] as readonly Cell[]
    let last: Cell | undefined
    let text = ''
    for (let i = 0; i < texts.length; i++) {
      const cell = column[i] as Cell
      if (cell !== last) text = `,"${name}":${cellText(cell)}`
      last = cell
      texts[i] += text
    }
  }
  const found: RecordText[] = []
  for (const [i, of] of minutes.entries()) {
    const minute = hour * 60 + of
    if (minute >= from && minute <= to) found.push({ minute, text: `${texts[i]}}` })
  }
  return found
}

/**
 * The sealed records of a range, ascending by time. A block that is damaged is an hour without records: it must not take
 * the others with it.
 */
export function sealedTexts(db: Database, range: RecordRange, log: Pick<Logger, 'error'>): RecordText[] {
  const { number, from, to } = range
  return db
    .prepare<[number, number], { hour: number; block: Uint8Array }>(
      'SELECT hour, block FROM metrics_sealed_hours WHERE id BETWEEN ? AND ? ORDER BY id',
    )
    .all(packHour(number, hourOfMinute(from)), packHour(number, hourOfMinute(to)))
    .flatMap(({ hour, block }) => {
      try {
        return textsOf(block, hour, range)
      } catch (error) {
        log.error({ err: error, server_number: number, hour }, 'a sealed hour cannot be read; it is left out')
        return []
      }
    })
}

/** The hourly records from hour `from` to hour `to` as the text of a JSON array, ascending by time. */
export function hourlyText(db: Database, { serverId, number, from, to, fields }: RecordRange): string {
  const time = "strftime('%Y-%m-%dT%H:00:00Z', r.hour * 3600, 'unixepoch')"
  const row = db
    .prepare<[{ serverId: string; first: number; last: number }], { rows: string | null }>(
      `SELECT group_concat(${recordJson("'id', r.id, 'server_id', @serverId", time, fields)}, ',' ORDER BY r.id) AS rows
       FROM metrics_hourly_records r WHERE r.id BETWEEN @first AND @last`,
    )
    .get({ serverId, first: packHour(number, from), last: packHour(number, to) })
  return `[${row?.rows ?? ''}]`
}

const forgotten = 100
const tables = ['metrics_sealed_hours', 'metrics_hourly_records']

/** Deletes some of what is kept per hour of server `number`; false when nothing is left. */
export function forgetHours(db: Database, number: number): boolean {
  const { first, last } = hoursOfServer(number)
  return db.transaction(() =>
    tables.some((table) => {
      const some = `SELECT id FROM ${table} WHERE id BETWEEN ? AND ? LIMIT ${forgotten}`
      return db.prepare<[number, number]>(`DELETE FROM ${table} WHERE id IN (${some})`).run(first, last).changes > 0
    }),
  )
}
