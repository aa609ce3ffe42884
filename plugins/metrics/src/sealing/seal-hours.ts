import type { OffloadContext } from '@svc/plugin-sdk'
import { dayOfHour } from '../period-key.ts'
import { inTurns } from './batches.ts'
import { daySealingStore } from './day-sealing-store.ts'
import { sealingStore } from './sealing-store.ts'

export interface SealInput {
  /** the hour that is not complete yet, since the epoch */
  readonly currentHour: number
}

/**
 * Runs in the maintenance worker: seals every complete hour, and of hourly records every complete day. Only the hour that
 * was completed last becomes hourly records. It may end anywhere: what is left is done by the next run.
 */
export default async ({ db, log, signal }: OffloadContext, { currentHour }: SealInput): Promise<void> => {
  const store = sealingStore(db, log)
  for (let hour = store.nextHour(0); hour !== undefined && hour < currentHour; hour = store.nextHour(hour + 1)) {
    const numbers = store.serversOf(hour)
    const summary = hour === currentHour - 1
    await inTurns(numbers, (from, most) => store.seal(numbers, from, { hour, summary, most }), signal)
  }
  const days = daySealingStore(db, log)
  const currentDay = dayOfHour(currentHour)
  for (let day = days.nextDay(0); day !== undefined && day < currentDay; day = days.nextDay(day + 1)) {
    const numbers = days.serversOf(day)
    await inTurns(numbers, (from, most) => days.seal(numbers, from, { day, most }), signal)
  }
}
