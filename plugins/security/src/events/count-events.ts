import { type Core, makeBounded, toTimestamp } from '@svc/plugin-sdk'
import type { Scheduler } from '@svc/plugin-system/contract'
import type { CountInput, CountOutput } from './count-worker.ts'
import type { EventCount, HourCount } from './event-schema.ts'
import type { EventFilter, GroupColumn } from './events-store.ts'

const worker = new URL('./count-worker.js', import.meta.url)
const hour = 3600
/** Days of all time zones begin at a multiple of it. */
const quarter = 900

interface Dependencies extends Pick<Core, 'offload'> {
  readonly timezone: Scheduler['timezone']
}

/** Counts stored events. */
export function makeEventCounts({ offload, timezone }: Dependencies) {
  const bounded = makeBounded()
  const read = (input: CountInput) => bounded(() => offload<CountInput, CountOutput>(worker, input))
  const dateOf = (unit: string) =>
    Temporal.Instant.fromEpochMilliseconds(Number(unit) * quarter * 1000)
      .toZonedDateTimeISO(timezone)
      .toPlainDate()
      .toString()
  return {
    by: async (by: GroupColumn, filter: EventFilter, limit: number): Promise<EventCount[]> =>
      (await read({ by, filter, limit })).map(({ key, count }) => ({ key, count })),

    /** The newest days first, in the time zone of the installation. */
    async byDay(filter: EventFilter, limit: number): Promise<EventCount[]> {
      const days = new Map<string, number>()
      for (const { key, count } of await read({ by: 'time', filter, step: quarter })) {
        const day = dateOf(key)
        days.set(day, (days.get(day) ?? 0) + count)
      }
      return [...days]
        .map(([key, count]) => ({ key, count }))
        .reverse()
        .slice(0, limit)
    },

    byHour: async (filter: EventFilter): Promise<HourCount[]> =>
      (await read({ by: 'time', filter, step: hour })).map(({ key, event_type, count }) => ({
        at: toTimestamp(Number(key) * hour),
        event_type: event_type as HourCount['event_type'],
        count,
      })),
  }
}
export type EventCounts = ReturnType<typeof makeEventCounts>
