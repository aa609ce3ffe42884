import { type Bounded, type Core, formatCursor, storedRange, toSeconds, type VisibleServer } from '@svc/plugin-sdk'
import type { ProbesConfig } from '../config.ts'
import type { NumbersStore } from '../numbers-store.ts'
import { daySeconds } from '../rounds/tables.ts'
import type { RoundWriter } from '../rounds/writer.ts'
import type { LatencyLimits } from './anomalies.ts'
import type { AnomaliesInput, AnomaliesPage } from './anomalies-worker.ts'
import type { NetworkAnomaly } from './network-schema.ts'
import type { RecordsInput } from './records-worker.ts'
import type { TargetCatalog } from './target-catalog.ts'

interface Dependencies extends Pick<Core, 'clock' | 'offload'> {
  readonly config: Pick<ProbesConfig, 'retention'>
  readonly bounded: Bounded
  readonly numbers: Pick<NumbersStore, 'find'>
  readonly catalog: Pick<TargetCatalog, 'find'>
  readonly rounds: Pick<RoundWriter, 'flush'>
  readonly limits: LatencyLimits
}

interface Range {
  readonly from: number
  readonly to: number
}

const emptyResponse = Buffer.from('{"data":[]}')

/** Reads from disk in the maintenance worker. Pending rounds are written first. */
export function makeMeasurementReader(deps: Dependencies) {
  const { clock, config, offload, bounded, numbers, catalog, rounds, limits } = deps
  const { network_probe_days: rawDays, network_probe_hourly_days: hourlyDays } = config.retention
  const stored = (range: Range, days: number) => storedRange(range, toSeconds(clock.now()), days)
  return {
    /** As JSON: rounds for less than a day, else hours. */
    records(server: VisibleServer, range: Range, targetId?: string): Promise<Uint8Array> {
      const target = targetId === undefined ? undefined : numbers.find(targetId)
      if (targetId !== undefined && target === undefined) return Promise.resolve(emptyResponse)
      const tier = range.to - range.from < daySeconds ? 'raw' : 'hourly'
      const { from, to } = stored(range, tier === 'raw' ? rawDays : hourlyDays)
      return bounded(() => {
        rounds.flush(server.number)
        return offload<RecordsInput, Uint8Array>(new URL('./records-worker.js', import.meta.url), {
          server: server.number,
          serverId: server.id,
          from,
          to,
          tier,
          target,
        })
      })
    },
    /** A page of anomalies, newest first; a cursor is the time of the last one, and how many of that time are shown. */
    async anomalies(server: Pick<VisibleServer, 'number'>, range: Range, cursor?: readonly number[]) {
      const within = stored(range, rawDays)
      const [end = within.to, skip = 0] = cursor ?? []
      const { from, to } = { from: within.from, to: Math.min(within.to, end) }
      const page = await bounded(() => {
        rounds.flush(server.number)
        return offload<AnomaliesInput, AnomaliesPage>(new URL('./anomalies-worker.js', import.meta.url), {
          server: server.number,
          from,
          to,
          limits,
          skip,
        })
      })
      const anomalies = page.found.map(
        (one): NetworkAnomaly => ({ ...one, target_name: catalog.find(one.target_id)?.name ?? one.target_id }),
      )
      return { anomalies, next: page.next && formatCursor(...page.next) }
    },
  }
}
export type MeasurementReader = ReturnType<typeof makeMeasurementReader>
