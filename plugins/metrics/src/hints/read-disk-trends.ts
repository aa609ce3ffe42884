import type { Server } from '@svc/plugin-enrollment/contract'
import type { Core, OffloadContext } from '@svc/plugin-sdk'
import { diskSums, diskTrend, type Trend } from './disk-trend.ts'

export interface TrendsInput {
  readonly servers: readonly Pick<Server, 'number' | 'diskTotal'>[]
  /** since the epoch */
  readonly hour: number
}
export type FoundTrend = readonly [number: number, trend: Trend]

const gib = 2 ** 30

/** The disks that will be full soon, by server number. */
export function readDiskTrends({ db, log }: Pick<Core, 'db' | 'log'>, { servers, hour }: TrendsInput): FoundTrend[] {
  const sized = servers.filter(({ diskTotal }) => (diskTotal ?? 0) > 0)
  const sums = diskSums(db, log, { numbers: sized.map(({ number }) => number), hour })
  return sized.flatMap(({ number, diskTotal }) => {
    const found = sums.get(number)
    const trend = found && diskTrend(found, (diskTotal ?? 0) / gib)
    return trend ? [[number, trend] as const] : []
  })
}

/** Entry point in the maintenance worker. */
export default (context: OffloadContext, input: TrendsInput): FoundTrend[] => readDiskTrends(context, input)
