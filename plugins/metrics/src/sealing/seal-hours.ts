import type { OffloadContext } from '@svc/plugin-sdk'
import { dayOfHour } from '../period-key.ts'
import { sealInBatches } from './batches.ts'
import { daySealingStore } from './day-sealing-store.ts'
import { sealingStore } from './sealing-store.ts'

export interface SealInput {
  /** the current, incomplete hour since the epoch */
  readonly currentHour: number
}

/**
 * Runs in the maintenance worker: seals every complete hour of raw records and every complete day of hourly records. Only
 * the last complete hour is aggregated into hourly records. Can be interrupted at any point; the next run continues.
 */
export default async ({ db, log, signal }: OffloadContext, { currentHour }: SealInput): Promise<void> => {
  const store = sealingStore(db, log)
  for (let hour = store.nextHour(0); hour !== undefined && hour < currentHour; hour = store.nextHour(hour + 1)) {
    const numbers = store.serversOf(hour)
    const summary = hour === currentHour - 1
    await sealInBatches(numbers, (from, most) => store.seal(numbers, from, { hour, summary, most }), signal)
  }
  const days = daySealingStore(db, log)
  const currentDay = dayOfHour(currentHour)
  for (let day = days.nextDay(0); day !== undefined && day < currentDay; day = days.nextDay(day + 1)) {
    const numbers = days.serversOf(day)
    await sealInBatches(numbers, (from, most) => days.seal(numbers, from, { day, most }), signal)
  }
}
