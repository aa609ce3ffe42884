import { toTimestamp } from '@svc/plugin-sdk'
import { minutesPerHour } from '@svc/series'
import { columns } from './columns.ts'
import { JsonBytes, type JsonResult, maxNumberBytes, type Piece, pieceOf } from './json-bytes.ts'
import type { Cell, RecordBlock, Tier } from './record-block.ts'
import { columnsOf } from './record-block.ts'
import type { RecordRange } from './records-store.ts'

const nothing = pieceOf('null')
const next = pieceOf(',')
const end = pieceOf('}')
const opening = pieceOf('{"data":[')
const closing = pieceOf(']}')
/** Most numbers are at most this long. */
const typicalNumberBytes = 16

const timeOnly = pieceOf('{"time":"')
const idFirst = pieceOf('{"id":')
const afterMinute = pieceOf(':00Z"')
const afterHour = pieceOf(':00:00Z"')
const names = new Map(columns.map(({ name }) => [name, pieceOf(`,${JSON.stringify(name)}:`)]))

/** The constant parts of every record, in the order they are written. */
function piecesOf(tier: Tier, { serverId, fields }: RecordRange) {
  return {
    untilTime: fields ? [timeOnly] : [idFirst, pieceOf(`,"server_id":${JSON.stringify(serverId)},"time":"`)],
    afterTime: tier.per === minutesPerHour ? afterMinute : afterHour,
    names: columnsOf(fields).map(({ name }) => names.get(name) as Piece),
  }
}

/**
 * Writes records of one server as `{"data":[…]}`, period by period; `count` is an estimate. `isContinued`: the array has
 * elements already, only the rest of it is written. Works without intermediate objects, which would take several times as
 * long as everything else.
 */
export function recordsWriter(tier: Tier, range: RecordRange, count: number, isContinued = false) {
  const { number, from, to } = range
  const { untilTime, afterTime, names } = piecesOf(tier, range)
  const [begin, server] = untilTime as [Piece, Piece | undefined]
  const fixed = [next, ...untilTime, afterTime, ...names, end].reduce((sum, { length }) => sum + length, 0)
  const numbers = names.length + 2
  const room = fixed + numbers * maxNumberBytes
  const json = new JsonBytes(room + count * (fixed + numbers * typicalNumberBytes))
  if (!isContinued) json.piece(opening)
  let isFirst = !isContinued
  /** Length at which no separator is written. */
  const beforeFirst = isContinued ? undefined : opening.length

  const writeCell = (cell: Cell) => {
    if (typeof cell === 'number') json.number(cell)
    else if (cell === null) json.piece(nothing)
    else {
      json.text(cell)
      json.reserve(room)
    }
  }
  const separate = () => {
    if (!isFirst) json.piece(next)
    isFirst = false
  }
  const beginRecord = (bucket: number, time: Piece, slot: number) => {
    json.piece(begin)
    if (server) {
      json.number(tier.keyOf(bucket, number))
      json.piece(server)
    }
    json.piece(time)
    json.twoDigits(slot)
    json.piece(afterTime)
  }

  return {
    /** Writes a period. */
    write(period: number, { slots, cells }: RecordBlock): void {
      const start = period * tier.per
      const time = pieceOf(toTimestamp(start * tier.seconds).slice(0, tier.per === minutesPerHour ? 14 : 11))
      for (const [i, slot] of slots.entries()) {
        if (start + slot < from || start + slot > to) continue
        json.reserve(room)
        separate()
        beginRecord(start + slot, time, slot)
        for (let c = 0; c < names.length; c++) {
          json.piece(names[c] as Piece)
          writeCell((cells[c] as readonly Cell[])[i] as Cell)
        }
        json.piece(end)
      }
    },
    /** A copy of the array elements that were written since `length` bytes, for the cache. */
    elementsSince: (length: number) => json.since(length === beforeFirst ? length : length + next.length),
    /** Appends cached array elements. */
    appendCached(members: Uint8Array): void {
      if (members.length === 0) return
      json.reserve(room)
      separate()
      json.raw(members)
    },
    /** Bytes written so far. */
    length: () => json.length,
    /** `isEnd`: nothing follows; otherwise the array stays open. */
    finish(isEnd = true): JsonResult {
      json.reserve(closing.length)
      if (isEnd) json.piece(closing)
      return json.finish()
    },
  }
}
