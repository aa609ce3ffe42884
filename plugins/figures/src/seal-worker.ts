import type { Database, Logger, OffloadContext } from '@svc/plugin-sdk'
import { minutesPerHour, rowSealing, sealPeriods, unsealedRows } from '@svc/series'
import { type HotRow, hotRows } from './figures-store.ts'
import { type Hour, joinHours, openHour, sealHour } from './hour-code.ts'
import { blocks, rows } from './tables.ts'

/** Small, so that writers wait about two milliseconds. */
const serversPerTransaction = 5

/** Moves complete hours from rows to blocks. */
export function hourSealing(db: Database, log: Pick<Logger, 'error'>) {
  const read = hotRows(db)
  return rowSealing<readonly HotRow[], Hour>(db, {
    ...{ log, blocks, open: (block) => openHour(block), seal: sealHour },
    unsealed: unsealedRows(db, rows, minutesPerHour),
    maxServers: serversPerTransaction,
    maxCompared: serversPerTransaction,
    read(number, hour) {
      const found = read({ number, from: hour * minutesPerHour, to: (hour + 1) * minutesPerHour - 1 })
      return found.length > 0 ? found : undefined
    },
    count: (found) => found.length,
    isSame: (before, now) =>
      before.length === now.length &&
      before.every(({ id, block }, i) => id === now[i]?.id && Buffer.compare(block, now[i].block) === 0),
    content: (found) => joinHours(found.map(({ block }) => openHour(block))),
    merge: (older, newer) => joinHours([older, newer]),
  })
}

export interface SealInput {
  /** the incomplete hour, in hours since the epoch */
  readonly currentHour: number
}

/** Runs in the maintenance worker and seals complete hours. After an interruption the next run continues. */
export default async ({ db, log, signal }: OffloadContext, { currentHour }: SealInput): Promise<void> =>
  sealPeriods(db, hourSealing(db, log), { current: currentHour, signal })
