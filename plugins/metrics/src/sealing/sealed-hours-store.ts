import { type Database, type Logger, toTimestamp } from '@svc/plugin-sdk'
import { columns } from '../columns.js'
import { hourOfMinute, hoursOfServer, packHour } from '../hour-key.js'
import { packKey } from '../record-key.js'
import type { RecordRange, RecordText } from '../records-store.js'
import type { Cell } from './column-code.js'
import { openHour } from './sealed-hour.js'

const cellText = (cell: Cell) => (typeof cell === 'string' ? JSON.stringify(cell) : String(cell))
const members = columns.map(({ name }) => `,"${name}":`)

/**
 * Text is put together by hand: as objects, a week of records takes several times as long. It goes column by column,
 * because what stays the same for a while is then written once.
 */
function textsOf(block: Uint8Array, hour: number, { serverId, number, from, to }: RecordRange): RecordText[] {
  const { minutes, cells } = openHour(block)
  const server = JSON.stringify(serverId)
  const time = toTimestamp(hour * 3600).slice(0, 14)
  const heads = minutes.map((minute) => {
    const id = packKey(hour * 60 + minute, number)
    return `{"id":${id},"server_id":${server},"time":"${time}${String(minute).padStart(2, '0')}:00Z"`
  })
  const columnTexts = members.map((member, c) => {
    let last: Cell | undefined
    let text = ''
    return (cells[c] ?? []).map((cell) => {
      if (cell !== last) text = `${member}${cellText(cell)}`
      last = cell
      return text
    })
  })
  return minutes
    .map((minute, i) => ({
      minute: hour * 60 + minute,
      text: `${heads[i]}${columnTexts.map((column) => column[i]).join('')}}`,
    }))
    .filter(({ minute }) => minute >= from && minute <= to)
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

const hourlyMembers = columns.map(({ name }) => `'${name}', ${name}`).join(', ')

/** The hourly records from hour `from` to hour `to` as the text of a JSON array, ascending by time. */
export function hourlyText(db: Database, { serverId, number, from, to }: RecordRange): string {
  const row = db
    .prepare<[string, number, number], { rows: string | null }>(
      `SELECT group_concat(json_object('id', id, 'server_id', ?,
         'time', strftime('%Y-%m-%dT%H:00:00Z', hour * 3600, 'unixepoch'), ${hourlyMembers}), ',' ORDER BY id) AS rows
       FROM metrics_hourly_records WHERE id BETWEEN ? AND ?`,
    )
    .get(serverId, packHour(number, from), packHour(number, to))
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
