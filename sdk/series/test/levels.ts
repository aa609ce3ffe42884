import type { Database, Logger, Migration, OffloadContext } from '@svc/plugin-sdk'
import {
  BitReader,
  BitWriter,
  checkedContent,
  createBlocks,
  createRows,
  deleteServerPeriods,
  deleteServerRows,
  hourOfMinute,
  makeBlock,
  minuteOfKey,
  minutesPerHour,
  packKey,
  periodsReader,
  periodsTier,
  readNumbers,
  rowSealing,
  rowsTier,
  sealPeriods,
  timeRows,
  unsealedRows,
  writeNumbers,
} from '@svc/series'

const table = 'battery_levels'
const blocks = { table: 'battery_sealed_hours', unit: 'hour' } as const

export const createTables: Migration = {
  name: '001-levels',
  up: (db) => db.exec(createRows(table, 'level REAL NOT NULL') + createBlocks(blocks)),
}

/** For `contribute(retentionTiers, ...)`. */
export const retention = [rowsTier(table, 'minute', 7), periodsTier(blocks.table, blocks.unit, 7)]

/** By minute since the epoch. */
type Levels = ReadonlyMap<number, number>
type Row = { readonly id: number; readonly level: number }

const levelsOf = (rows: readonly Row[]): Levels => new Map(rows.map(({ id, level }) => [minuteOfKey(id), level]))
const merge = (older: Levels, newer: Levels): Levels =>
  new Map([...older, ...newer].sort(([minute], [other]) => minute - other))

const version = 1

function seal(levels: Levels): Buffer {
  const bits = new BitWriter()
  bits.write(version, 8)
  bits.whole(levels.size)
  writeNumbers(bits, [...levels.keys()])
  writeNumbers(bits, [...levels.values()])
  return makeBlock([bits.finish()])
}

function open(block: Uint8Array): Levels {
  const content = checkedContent(block, version)
  const bits = new BitReader(content, 1, content.length)
  const count = bits.whole()
  const [minutes, levels] = [readNumbers(bits, count), readNumbers(bits, count)]
  return new Map(minutes.map((minute, i) => [minute as number, levels[i] as number]))
}

/** Writes the level of a server, numbered as its `number`, in a minute. */
export function levelWriter(db: Database) {
  const put = db.prepare<[number, number]>(`INSERT OR REPLACE INTO ${table} (id, level) VALUES (?, ?)`)
  return (number: number, minute: number, level: number) => void put.run(packKey(minute, number), level)
}

/** Reads levels by hour; a range counts minutes. */
export function levelReader(db: Database, log: Logger) {
  const read = timeRows(db, table).reader<Row>(['level'])
  return periodsReader<Levels>(db, {
    ...{ blocks, log, open, merge },
    per: minutesPerHour,
    rows(range) {
      const hours = Map.groupBy(read(range), ({ id }) => hourOfMinute(minuteOfKey(id)))
      return new Map([...hours].map(([hour, rows]) => [hour, levelsOf(rows)]))
    },
  }).read
}

/** A module for `makeHourlyWork` of the plugin SDK: seals complete hours. */
export async function sealLevels({ db, log, signal }: OffloadContext, currentHour: number): Promise<void> {
  const read = timeRows(db, table).reader<Row>(['level'])
  const sealing = rowSealing<readonly Row[], Levels>(db, {
    ...{ log, blocks, open, merge, seal },
    unsealed: unsealedRows(db, table, minutesPerHour),
    maxServers: 20,
    maxCompared: 20,
    read(number, hour) {
      const rows = read({ number, from: hour * minutesPerHour, to: (hour + 1) * minutesPerHour - 1 })
      return rows.length > 0 ? rows : undefined
    },
    count: (rows) => rows.length,
    isSame: (before, now) => JSON.stringify(before) === JSON.stringify(now),
    content: levelsOf,
  })
  await sealPeriods(db, sealing, { current: currentHour, signal })
}

/** A module for `makeServerDeletion`: deletes the levels of a deleted server. */
export async function deleteLevels(context: OffloadContext, number: number): Promise<void> {
  await deleteServerRows(context, table, number)
  await deleteServerPeriods(context, blocks.table, number)
}
