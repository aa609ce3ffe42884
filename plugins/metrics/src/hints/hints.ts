import type { Server } from '@svc/plugin-enrollment/contract'
import { type CodedText, text } from '@svc/plugin-sdk'
import { plainText, type ReportPayload } from '@svc/protocol'
import { fullestInodes, fullestMount } from '../columns.ts'
import type { TrafficShare } from '../contract.ts'
import type { Trend } from './disk-trend.ts'
import type { HintId } from './limit-schema.ts'

/** What is known about a server when it is judged. */
export interface HintFacts {
  readonly server: Pick<Server, 'memTotal' | 'swapTotal' | 'diskTotal' | 'cpuCores' | 'billing'>
  /** the latest report; undefined while the server is offline */
  readonly report: ReportPayload | undefined
  /** of the last ten minutes; undefined without enough records */
  readonly recent: { readonly cpuLeast: number; readonly temperature: number | undefined } | undefined
  /** of the billing cycle; undefined without a limit */
  readonly traffic: TrafficShare | undefined
  readonly disk: Trend | undefined
  /** epoch seconds */
  readonly now: number
}

export interface Hint {
  readonly id: HintId
  /** compared with the limits; undefined: unknown, never unhealthy */
  readonly value: (facts: HintFacts) => number | undefined
  /** how far a value must recover before a level ends, to prevent flapping */
  readonly hysteresis: number
  /** `limit` is the limit that was crossed */
  readonly text: (limit: number, facts: HintFacts) => CodedText
  /** where the page of the server shows it */
  readonly query: string
}

const day = 86_400
const maxPathLength = 128
const share = (used: number | undefined, total: number | null) =>
  used !== undefined && total ? (100 * used) / total : undefined

/**
 * What can be wrong with a server, apart from alerts. Texts name the limit, not the value, so that browsers are notified
 * when something changes and not with every report.
 */
export const hints: readonly Hint[] = [
  {
    id: 'disk',
    value: ({ report, server }) => fullestMount(report?.mounts)?.percent ?? share(report?.disk_used, server.diskTotal),
    hysteresis: 1,
    text: (limit, { report }) => {
      const mount = report?.mounts && report.mounts.length > 1 ? fullestMount(report.mounts) : undefined
      return mount
        ? text('metrics.HINT_MOUNT', { limit, path: plainText(mount.path, maxPathLength) })
        : text('metrics.HINT_DISK', { limit })
    },
    query: '?range=7d',
  },
  {
    id: 'inodes',
    value: ({ report }) => fullestInodes(report?.mounts)?.percent,
    hysteresis: 1,
    text: (limit, { report }) =>
      text('metrics.HINT_INODES', { limit, path: plainText(fullestInodes(report?.mounts)?.path ?? '', maxPathLength) }),
    query: '?tab=resources',
  },
  {
    id: 'memory',
    value: ({ report, server }) => share(report?.mem_used, server.memTotal),
    hysteresis: 4,
    text: (limit) => text('metrics.HINT_MEMORY', { limit }),
    query: '?range=1h',
  },
  {
    id: 'cpu',
    value: ({ report, recent }) => report && recent?.cpuLeast,
    hysteresis: 6,
    text: (limit) => text('metrics.HINT_CPU', { limit }),
    query: '?range=1h',
  },
  {
    id: 'temperature',
    value: ({ report, recent }) => report && recent?.temperature,
    hysteresis: 3,
    text: (limit) => text('metrics.HINT_TEMPERATURE', { limit: { value: limit, unit: 'celsius' } }),
    query: '?range=1h',
  },
  {
    id: 'load',
    value: ({ report, server }) => report && (server.cpuCores ? report.load5 / server.cpuCores : undefined),
    hysteresis: 0.3,
    text: (limit) => text('metrics.HINT_LOAD', { limit }),
    query: '?range=1h',
  },
  {
    id: 'disk_full',
    value: ({ report, disk }) => report && disk && disk.hoursLeft / 24,
    hysteresis: 1,
    text: (_, { disk, now }) =>
      text('metrics.HINT_DISK_FULL', { at: { at: (now + (disk?.hoursLeft ?? 0) * 3600) * 1000, as: 'date' } }),
    query: '?range=7d',
  },
  {
    id: 'traffic',
    value: ({ traffic }) => traffic?.percentUsed,
    hysteresis: 0,
    text: (limit) => text('metrics.HINT_TRAFFIC', { limit }),
    query: '?tab=traffic',
  },
  {
    id: 'traffic_forecast',
    value: ({ traffic }) => (traffic && traffic.percentUsed < 100 ? traffic.estimatedPercent : undefined),
    hysteresis: 3,
    text: (limit) => text('metrics.HINT_TRAFFIC_FORECAST', { limit }),
    query: '?tab=traffic',
  },
  {
    id: 'expires',
    value: ({ server: { billing }, now }) => (billing.expiresAt === null ? undefined : (billing.expiresAt - now) / day),
    hysteresis: 0,
    text: (_, { server: { billing }, now }) => {
      const expiresAt = billing.expiresAt ?? 0
      const at = { at: expiresAt * 1000, as: 'date' } as const
      return text(expiresAt < now ? 'metrics.HINT_EXPIRED' : 'metrics.HINT_EXPIRES', { at })
    },
    query: '?tab=cost',
  },
  {
    id: 'swap',
    value: ({ report, server }) => share(report?.swap_used, server.swapTotal),
    hysteresis: 5,
    text: (limit) => text('metrics.HINT_SWAP', { limit }),
    query: '?range=1h',
  },
]
