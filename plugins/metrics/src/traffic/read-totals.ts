import type { OffloadContext } from '@svc/plugin-sdk'
import { type TrafficRow, totalsByDay, totalsByServer } from './traffic-store.ts'

/** Totals of the fleet: of servers, each from its own day on, or of days, over some servers. */
export type TotalsInput =
  | { readonly of: 'servers'; readonly since: readonly (readonly [number: number, day: number])[]; readonly to: number }
  | { readonly of: 'days'; readonly from: number; readonly to: number; readonly servers: readonly number[] }

/** Runs in the maintenance worker: adds up many rows. `unit` is the number of the server, or the day. */
export default ({ db }: OffloadContext, input: TotalsInput): TrafficRow[] => {
  if (input.of === 'days') return totalsByDay(db, input.from, input.to, input.servers)
  return [...totalsByServer(db, new Map(input.since), input.to)].map(([unit, traffic]) => ({ unit, ...traffic }))
}
