import type { Database } from '@svc/plugin-sdk'
import { numberBits } from '../record-key.ts'
import type { TotalsInput } from './read-totals.ts'
import { capped, type TrafficRow } from './traffic-store.ts'

const days = 'WITH RECURSIVE days (day) AS (SELECT @from UNION ALL SELECT day + 1 FROM days WHERE day < @to)'
const sums = 'total(bytes_in) AS "in", total(bytes_out) AS out'
/** joins the row of `day` and this server number */
const joined = (number: string) => `metrics_traffic_daily t ON t.id = day * ${2 ** numberBits} + ${number}`

const byDay = `${days} SELECT day AS unit, ${sums}
  FROM days CROSS JOIN json_each(@servers) s CROSS JOIN ${joined('s.value')} GROUP BY day ORDER BY day`
const byServer = `${days}, servers (number, since) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(@servers))
  SELECT number AS unit, ${sums}
  FROM days CROSS JOIN servers CROSS JOIN ${joined('number')} WHERE day >= since GROUP BY number`

type Params = { from: number; to: number; servers: string }

/** Totals of a few servers and days, looked up by key without scanning the rest of the fleet. */
export function totalsByKey(db: Database, input: TotalsInput, from: number): TrafficRow[] {
  const ofDays = input.of === 'days'
  const servers = JSON.stringify(ofDays ? input.servers : input.since)
  return db
    .prepare<[Params], TrafficRow>(ofDays ? byDay : byServer)
    .all({ from, to: input.to, servers })
    .map((row) => ({ unit: row.unit, in: capped(row.in), out: capped(row.out) }))
}
