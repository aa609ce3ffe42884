import type { OffloadContext } from '@svc/plugin-sdk'
import { type TrafficRow, totalsByDay, totalsByServer } from './traffic-store.ts'

/** Totals per server, each since its own day, or totals per day over some servers. */
export type TotalsInput =
  | { readonly of: 'servers'; readonly since: readonly (readonly [number: number, day: number])[]; readonly to: number }
  | { readonly of: 'days'; readonly from: number; readonly to: number; readonly servers: readonly number[] }

/** Entry point in the maintenance worker, for many rows. `unit` is the server number or the day. */
export default ({ db }: OffloadContext, input: TotalsInput): TrafficRow[] => {
  if (input.of === 'days') return totalsByDay(db, input.from, input.to, input.servers)
  return [...totalsByServer(db, new Map(input.since), input.to)].map(([unit, traffic]) => ({ unit, ...traffic }))
}
