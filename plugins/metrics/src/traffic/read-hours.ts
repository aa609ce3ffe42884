import type { OffloadContext } from '@svc/plugin-sdk'
import { type HoursInput, type TrafficRow, totalsOfHours } from './traffic-store.ts'

/** Runs in the maintenance worker: the traffic of all servers over some hours. `unit` is the number of the server. */
export default ({ db }: OffloadContext, input: HoursInput): TrafficRow[] => totalsOfHours(db, input)
