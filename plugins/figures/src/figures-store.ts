import type { Database, Logger } from '@svc/plugin-sdk'
import type { Figure } from '@svc/protocol'
import {
  blockOpener,
  hourOfMinute,
  minuteOfKey,
  minutesPerHour,
  packKey,
  periodsReader,
  type ServerRange,
  timeRows,
} from '@svc/series'
import { type Hour, joinHours, type Mean, openHour, sealHour } from './hour-code.ts'
import { blocks, rows } from './tables.ts'

/** A figure of a server with its last value. */
export interface Series {
  readonly id: number
  readonly serverId: string
  readonly name: string
  unit: string
  kind: Figure['kind']
  /** for a counter its increase per second; null before there are two reports */
  value: number | null
  /** epoch seconds */
  reportedAt: number
}

/** What the series of a server reported in a minute, or in a part of it. */
export interface MinutePart {
  /** number of the server */
  readonly number: number
  /** since the epoch */
  readonly minute: number
  readonly means: ReadonlyMap<Series, Mean>
}

interface SeriesRow {
  readonly id: number
  readonly server_id: string
  readonly name: string
  readonly unit: string
  readonly kind: Figure['kind']
  readonly value: number | null
  readonly reported_at: number
}

export interface HotRow {
  readonly id: number
  readonly block: Uint8Array
}

/** Reads the rows of a server. */
export const hotRows = (db: Database) => timeRows(db, rows).reader<{ readonly block: Uint8Array }>(['block'])

type Log = Pick<Logger, 'error'>

/** Opens a row; a damaged one is logged and counts as missing. */
function rowOpener(log: Log, wanted?: number) {
  const open = blockOpener({ table: rows, unit: 'hour' }, log, (block) => openHour(block, wanted))
  return ({ number, minute }: Pick<MinutePart, 'number' | 'minute'>, block: Uint8Array): Hour =>
    open(number, { period: hourOfMinute(minute), block: () => block }) ?? new Map()
}

export function figuresStore(db: Database, log: Log) {
  const all = db.prepare<[], SeriesRow>(
    'SELECT id, server_id, name, unit, kind, value, reported_at FROM figures_series',
  )
  const insert = db.prepare<[string, string, string, string, number]>(
    'INSERT INTO figures_series (server_id, name, unit, kind, reported_at) VALUES (?, ?, ?, ?, ?)',
  )
  const update = db.prepare<[string, string, number | null, number, number]>(
    'UPDATE figures_series SET unit = ?, kind = ?, value = ?, reported_at = ? WHERE id = ?',
  )
  const remove = db.prepare<[number]>('DELETE FROM figures_series WHERE id = ?')
  const get = db.prepare<[number], { block: Uint8Array }>(`SELECT block FROM ${rows} WHERE id = ?`)
  const put = db.prepare<[number, Uint8Array]>(`INSERT OR REPLACE INTO ${rows} (id, block) VALUES (?, ?)`)
  const open = rowOpener(log)

  function add(part: MinutePart) {
    const id = packKey(part.minute, part.number)
    const slot = part.minute % minutesPerHour
    const added: Hour = new Map([...part.means].map(([series, mean]) => [series.id, new Map([[slot, mean]])]))
    const before = get.get(id)?.block
    put.run(id, sealHour(before ? joinHours([open(part, before), added]) : added))
  }

  return {
    all: (): Series[] =>
      all.all().map(({ server_id, reported_at, ...row }) => ({ ...row, serverId: server_id, reportedAt: reported_at })),
    create({ serverId, name, unit, kind, reportedAt }: Omit<Series, 'id' | 'value'>): number {
      return Number(insert.run(serverId, name, unit, kind, reportedAt).lastInsertRowid)
    },
    /** Its values are left to retention. */
    remove: (id: number) => void remove.run(id),
    /** Adds to minutes, of which a restart makes two parts, and stores what each series reported last. */
    write: (parts: readonly MinutePart[]): void =>
      db.transaction(() => {
        for (const part of parts) {
          add(part)
          for (const { unit, kind, value, reportedAt, id } of part.means.keys())
            update.run(unit, kind, value, reportedAt, id)
        }
      }),
  }
}
export type FiguresStore = ReturnType<typeof figuresStore>

/** Reads a series of a server by hour, whether sealed or not; a range counts minutes. */
export function hoursReader(db: Database, log: Log, series: number): (range: ServerRange) => Map<number, Hour> {
  const read = hotRows(db)
  const openRow = rowOpener(log, series)
  return periodsReader<Hour>(db, {
    ...{ blocks, log, per: minutesPerHour },
    rows(range) {
      const hours = Map.groupBy(read(range), ({ id }) => hourOfMinute(minuteOfKey(id)))
      const opened = (row: HotRow) => openRow({ number: range.number, minute: minuteOfKey(row.id) }, row.block)
      return new Map([...hours].map(([hour, some]) => [hour, joinHours(some.map(opened))]))
    },
    open: (block) => openHour(block, series),
    merge: (older, newer) => joinHours([older, newer]),
  }).read
}
