import { type Core, type Database, makeBounded, type OffloadContext } from '@svc/plugin-sdk'
import { numberBits } from '@svc/series'
import {
  capped,
  type HoursInput,
  type TrafficRow,
  totalsByDay,
  totalsByServer,
  totalsOfHours,
} from './traffic-store.ts'

/**
 * Totals per server, each since its own day; totals per day over some servers; or totals of all servers over some hours.
 * `unit` of a row is the server number or the day.
 */
export type TotalsInput =
  | { readonly of: 'servers'; readonly since: readonly (readonly [number: number, day: number])[]; readonly to: number }
  | { readonly of: 'days'; readonly from: number; readonly to: number; readonly servers: readonly number[] }
  | ({ readonly of: 'hours' } & HoursInput)

/** Looking up this many rows takes a few milliseconds; more go to the worker. */
const maxMainThreadRows = 10_000

/** Sums the traffic of the fleet. Throws 429 when too many reads of days are queued. */
export function makeTotalsReader({ db, offload }: Pick<Core, 'db' | 'offload'>) {
  const bounded = makeBounded()
  return async (input: TotalsInput): Promise<TrafficRow[]> => {
    const readInWorker = () => offload<TotalsInput, TrafficRow[]>(new URL('./totals.js', import.meta.url), input)
    if (input.of === 'hours') return readInWorker()
    const [from, fleet] =
      input.of === 'days'
        ? [input.from, input.servers.length]
        : [input.since.reduce((least, [, day]) => Math.min(least, day), input.to), input.since.length]
    if ((input.to - from + 1) * fleet <= maxMainThreadRows) return totalsByKey(db, input, from)
    return bounded(readInWorker)
  }
}
export type TotalsReader = ReturnType<typeof makeTotalsReader>

const days = 'WITH RECURSIVE days (day) AS (SELECT @from UNION ALL SELECT day + 1 FROM days WHERE day < @to)'
const sums = 'total(bytes_in) AS "in", total(bytes_out) AS out'
/** joins the row of `day` and this server number */
const joined = (number: string) => `accounting_traffic_daily t ON t.id = day * ${2 ** numberBits} + ${number}`

const byDay = `${days} SELECT day AS unit, ${sums}
  FROM days CROSS JOIN json_each(@servers) s CROSS JOIN ${joined('s.value')} GROUP BY day ORDER BY day`
const byServer = `${days}, servers (number, since) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(@servers))
  SELECT number AS unit, ${sums}
  FROM days CROSS JOIN servers CROSS JOIN ${joined('number')} WHERE day >= since GROUP BY number`

type Params = { from: number; to: number; servers: string }

/** Totals of a few servers and days, looked up by key without scanning the rest of the fleet. */
function totalsByKey(db: Database, input: Exclude<TotalsInput, { of: 'hours' }>, from: number): TrafficRow[] {
  const ofDays = input.of === 'days'
  const servers = JSON.stringify(ofDays ? input.servers : input.since)
  return db
    .prepare<[Params], TrafficRow>(ofDays ? byDay : byServer)
    .all({ from, to: input.to, servers })
    .map((row) => ({ unit: row.unit, in: capped(row.in), out: capped(row.out) }))
}

/** Entry point in the maintenance worker, for many rows. */
export default ({ db }: OffloadContext, input: TotalsInput): TrafficRow[] => {
  if (input.of === 'hours') return totalsOfHours(db, input)
  if (input.of === 'days') return totalsByDay(db, input.from, input.to, input.servers)
  return [...totalsByServer(db, new Map(input.since), input.to)].map(([unit, traffic]) => ({ unit, ...traffic }))
}
