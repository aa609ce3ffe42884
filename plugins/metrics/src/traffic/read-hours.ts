import type { OffloadContext } from '@svc/plugin-sdk'
import { type HoursInput, type TrafficRow, totalsOfHours } from './traffic-store.ts'

/** Entry point in the maintenance worker: traffic of all servers over some hours. `unit` is the server number. */
export default ({ db }: OffloadContext, input: HoursInput): TrafficRow[] => totalsOfHours(db, input)
