import type { Database, Logger, OffloadContext } from '@svc/plugin-sdk'
import { blockOpener, blocksStore, dayOfHour, minutesPerHour, rowSealing, sealPeriods, unsealedRows } from '@svc/series'
import { digest, mergeSeries, type Round, type Series } from './round.ts'
import { openBlock, sealBlock } from './round-block.ts'
import { type HotRow, hotRows } from './rounds-store.ts'
import { type DigestedTables, daySeconds, hourSeconds, networkTables, pingTables, type Tables } from './tables.ts'

/** Small, so that writers wait about two milliseconds. */
const serversPerTransaction = 5

const isSame = (a: readonly HotRow[], b: readonly HotRow[]) =>
  a.length === b.length &&
  a.every(({ id, block }, i) => id === b[i]?.id && Buffer.compare(block, b[i]?.block as Uint8Array) === 0)

type Log = Pick<Logger, 'error'>

/** Adds hours to the blocks of their days, one round per series. */
function dayDigests(db: Database, { days }: DigestedTables, log: Log) {
  const store = blocksStore(db, days)
  const open = blockOpener(days, log, (block, day): Series => openBlock(block, day * daySeconds), true)
  return (server: number, hour: number, series: Series) => {
    const day = dayOfHour(hour)
    const known = open(server, { period: day, block: () => store.get(server, day) }) ?? new Map()
    const digests = [...series].map(([number, rounds]): [number, Round[]] => [
      number,
      [digest(hour * hourSeconds, rounds)],
    ])
    const block = sealBlock(mergeSeries(known, new Map(digests)), day * daySeconds)
    return block && (() => store.put(server, day, block))
  }
}

/** Moves complete hours from rows to blocks. */
export function hourSealing(db: Database, tables: Tables | DigestedTables, log: Log) {
  const rows = hotRows(db, tables)
  const open = (block: Uint8Array, hour: number): Series => openBlock(block, hour * hourSeconds)
  return rowSealing<readonly HotRow[], Series>(db, {
    log,
    blocks: tables.hours,
    unsealed: unsealedRows(db, tables.hot, minutesPerHour),
    maxServers: serversPerTransaction,
    maxCompared: serversPerTransaction,
    read(server, hour) {
      const found = rows(server, hour)
      return found.length > 0 ? found : undefined
    },
    count: (found) => found.length,
    isSame,
    content: (found, hour) => found.reduce<Series>((all, { block }) => mergeSeries(all, open(block, hour)), new Map()),
    open,
    merge: mergeSeries,
    seal: (series, hour) => sealBlock(series, hour * hourSeconds),
    ...('days' in tables && { digest: dayDigests(db, tables, log) }),
  })
}

export interface SealInput {
  /** the incomplete hour, in hours since the epoch */
  readonly currentHour: number
}

/** Runs in the maintenance worker and seals complete hours. After an interruption the next run continues. */
export default async ({ db, log, signal }: OffloadContext, { currentHour }: SealInput): Promise<void> => {
  for (const tables of [networkTables, pingTables]) {
    await sealPeriods(db, hourSealing(db, tables, log), { current: currentHour, signal })
  }
}
