import type { Server } from '@svc/plugin-enrollment/contract'
import type { Bounded, Core } from '@svc/plugin-sdk'
import type { NumbersStore } from '../numbers-store.ts'
import { daySeconds } from '../rounds/keys.ts'
import type { RoundWriter } from '../rounds/writer.ts'
import type { LatencyLimits } from './anomalies.ts'
import type { Catalogue } from './catalogue.ts'
import type { NetworkAnomaly } from './network-schema.ts'
import type { AnomaliesInput, FoundAnomaly } from './read-anomalies.ts'
import type { RecordsInput } from './read-records.ts'

interface Dependencies extends Pick<Core, 'offload'> {
  readonly bounded: Bounded
  readonly numbers: Pick<NumbersStore, 'known'>
  readonly catalogue: Pick<Catalogue, 'find'>
  readonly rounds: Pick<RoundWriter, 'flush'>
  readonly limits: LatencyLimits
}

interface Range {
  readonly from: number
  readonly to: number
}

const nothing = Buffer.from('{"data":[]}')

/** What is read from the disk, in the maintenance worker. What is not written yet is written first. */
export function makeReads({ offload, bounded, numbers, catalogue, rounds, limits }: Dependencies) {
  return {
    /** As the JSON of an answer. From one day on they are hours. */
    records(server: Server, { from, to }: Range, targetId?: string): Promise<Uint8Array> {
      const target = targetId === undefined ? undefined : numbers.known(targetId)
      if (targetId !== undefined && target === undefined) return Promise.resolve(nothing)
      const tier = to - from < daySeconds ? 'raw' : 'hourly'
      return bounded(() => {
        rounds.flush(server.number)
        return offload<RecordsInput, Uint8Array>(new URL('./read-records.js', import.meta.url), {
          server: server.number,
          serverId: server.id,
          from,
          to,
          tier,
          target,
        })
      })
    },
    async anomalies(server: Server, { from, to }: Range): Promise<NetworkAnomaly[]> {
      const found = await bounded(() => {
        rounds.flush(server.number)
        return offload<AnomaliesInput, FoundAnomaly[]>(new URL('./read-anomalies.js', import.meta.url), {
          server: server.number,
          from,
          to,
          limits,
        })
      })
      return found.map((one) => ({ ...one, target_name: catalogue.find(one.target_id)?.name ?? one.target_id }))
    },
  }
}
export type Reads = ReturnType<typeof makeReads>
