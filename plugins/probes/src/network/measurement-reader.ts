import type { Bounded, Core, VisibleServer } from '@svc/plugin-sdk'
import type { NumbersStore } from '../numbers-store.ts'
import { daySeconds } from '../rounds/tables.ts'
import type { RoundWriter } from '../rounds/writer.ts'
import type { LatencyLimits } from './anomalies.ts'
import type { AnomaliesInput, FoundAnomaly } from './anomalies-worker.ts'
import type { NetworkAnomaly } from './network-schema.ts'
import type { RecordsInput } from './records-worker.ts'
import type { TargetCatalog } from './target-catalog.ts'

interface Dependencies extends Pick<Core, 'offload'> {
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
export function makeMeasurementReader({ offload, bounded, numbers, catalog, rounds, limits }: Dependencies) {
  return {
    /** As JSON: rounds for less than a day, else hours. */
    records(server: VisibleServer, { from, to }: Range, targetId?: string): Promise<Uint8Array> {
      const target = targetId === undefined ? undefined : numbers.find(targetId)
      if (targetId !== undefined && target === undefined) return Promise.resolve(emptyResponse)
      const tier = to - from < daySeconds ? 'raw' : 'hourly'
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
    async anomalies(server: Pick<VisibleServer, 'number'>, { from, to }: Range): Promise<NetworkAnomaly[]> {
      const found = await bounded(() => {
        rounds.flush(server.number)
        return offload<AnomaliesInput, FoundAnomaly[]>(new URL('./anomalies-worker.js', import.meta.url), {
          server: server.number,
          from,
          to,
          limits,
        })
      })
      return found.map((one) => ({ ...one, target_name: catalog.find(one.target_id)?.name ?? one.target_id }))
    },
  }
}
export type MeasurementReader = ReturnType<typeof makeMeasurementReader>
