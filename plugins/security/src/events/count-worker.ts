import type { OffloadContext } from '@svc/plugin-sdk'
import { type EventFilter, eventsStore, type GroupColumn } from './events-store.ts'

export type CountInput =
  | { readonly by: GroupColumn; readonly filter: EventFilter; readonly limit: number }
  | { readonly by: 'time'; readonly filter: EventFilter; readonly step: number }

export type CountOutput = readonly { readonly key: string; readonly event_type?: string; readonly count: number }[]

/** Runs in the maintenance worker, because it may read all events. Units of time are keys. */
export default ({ db }: OffloadContext, input: CountInput): CountOutput => {
  const store = eventsStore(db)
  if (input.by !== 'time') return store.countBy(input.by, input.filter, input.limit)
  return store.countByTime(input.step, input.filter).map(({ unit, ...count }) => ({ key: String(unit), ...count }))
}
