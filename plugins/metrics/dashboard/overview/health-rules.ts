import type { OverviewRow } from '@svc/plugin-metrics/contract'
import type { ServerStatus } from '@svc/protocol'

/** Input of the rules for one server. */
export interface Facts {
  readonly server: ServerStatus
  /** overview data; undefined until loaded */
  readonly row: OverviewRow | undefined
  /** smoothed live metrics */
  readonly smoothed: SmoothedUsage
  /** epoch seconds */
  readonly now: number
}

/** Moving averages over about a minute. */
export interface SmoothedUsage {
  /** percent */
  readonly cpu: number
  readonly memory: number
  readonly swap: number
}

/** A health rule. Values are compared with limits; undefined never matches. */
export interface Rule {
  readonly id: RuleId
  readonly value: (facts: Facts) => number | undefined
  /** lower is worse */
  readonly below?: true
  readonly warn: number
  /** never critical without it */
  readonly critical?: number
  /** how far a value must recover before a level ends, to prevent flapping */
  readonly hysteresis: number
  /** minimum duration, and since when stored data proves it */
  readonly sustained?: {
    readonly seconds: number
    readonly since: (facts: Facts, minValue: number) => number | undefined
  }
  /** granularity for sorting: smaller differences are ignored */
  readonly step: number
}

export const ruleIds = [
  'offline',
  'disk',
  'memory',
  'cpu',
  'temperature',
  'load',
  'disk_full',
  'traffic',
  'expires',
  'traffic_exceeds',
  'swap',
  'uptime',
] as const
export type RuleId = (typeof ruleIds)[number]

/** 0 healthy, 1 warning, 2 critical. */
export type Level = 0 | 1 | 2

const day = 86_400
const secondsOf = (at: string): number => Date.parse(at) / 1000
export const share = (used: number, total: number): number | undefined => (total > 0 ? (100 * used) / total : undefined)

const whileOnline =
  (value: (facts: Facts) => number | undefined) =>
  (facts: Facts): number | undefined =>
    facts.server.online ? value(facts) : undefined

/** When a server was last seen in epoch seconds; 0 if never. */
const lastSeen = ({ server, row }: Pick<Facts, 'server' | 'row'>): number =>
  server.last_active || (row?.offline_since ? secondsOf(row.offline_since) : 0)

const isMissing = ({ server }: Facts) => !server.online && server.agent_authority.status === 'claimed'

/** Minimum number of known minutes for a meaningful monthly uptime. */
const minKnownMinutes = 1440
/** A few of ten records may be missing. */
const minRecentMinutes = 8
const tenMinutes = 600

/** All rules, in order of importance within a level. */
export const rules: readonly Rule[] = [
  {
    id: 'offline',
    // most recently lost servers first
    value: (facts) => (isMissing(facts) ? lastSeen(facts) : undefined),
    warn: 0,
    critical: 0,
    hysteresis: 0,
    step: 1,
  },
  {
    id: 'disk',
    value: whileOnline(({ server }) => share(server.disk_used, server.disk_total)),
    warn: 90,
    critical: 95,
    hysteresis: 1,
    step: 1,
  },
  {
    id: 'memory',
    value: whileOnline(({ server, smoothed }) => (server.mem_total > 0 ? smoothed.memory : undefined)),
    warn: 90,
    critical: 96,
    hysteresis: 3,
    step: 2,
  },
  {
    id: 'cpu',
    value: whileOnline(({ smoothed }) => smoothed.cpu),
    sustained: {
      seconds: tenMinutes,
      since: ({ row, now }, minValue) =>
        row?.recent && row.recent.minutes >= minRecentMinutes && row.recent.cpu_least >= minValue
          ? now - tenMinutes
          : undefined,
    },
    warn: 90,
    critical: 97,
    hysteresis: 6,
    step: 5,
  },
  {
    id: 'temperature',
    value: whileOnline(({ row }) => row?.recent?.temperature ?? undefined),
    warn: 80,
    critical: 90,
    hysteresis: 3,
    step: 3,
  },
  {
    id: 'load',
    value: whileOnline(({ server }) => (server.cpu_cores ? server.load5 / server.cpu_cores : undefined)),
    warn: 2,
    critical: 4,
    hysteresis: 0.3,
    step: 0.5,
  },
  {
    id: 'disk_full',
    value: whileOnline(({ row, now }) => (row?.disk ? (secondsOf(row.disk.full_at) - now) / day : undefined)),
    below: true,
    warn: 14,
    critical: 3,
    hysteresis: 1,
    step: 1,
  },
  {
    id: 'traffic',
    value: ({ row }) => row?.traffic?.percent_used,
    warn: 80,
    critical: 100,
    hysteresis: 0,
    step: 1,
  },
  {
    id: 'expires',
    value: ({ row, now }) => (row?.expires_at ? (secondsOf(row.expires_at) - now) / day : undefined),
    below: true,
    warn: 7,
    critical: 1,
    hysteresis: 0,
    step: 1,
  },
  {
    id: 'traffic_exceeds',
    value: ({ row }) =>
      row?.traffic && row.traffic.percent_used < 100 ? row.traffic.prediction?.estimated_percent : undefined,
    warn: 100,
    hysteresis: 3,
    step: 5,
  },
  {
    id: 'swap',
    value: whileOnline(({ server, smoothed }) => (server.swap_total > 0 ? smoothed.swap : undefined)),
    warn: 60,
    hysteresis: 5,
    step: 10,
  },
  {
    id: 'uptime',
    value: ({ row }) => (row?.uptime && row.uptime.known_minutes >= minKnownMinutes ? row.uptime.percent : undefined),
    below: true,
    warn: 99,
    hysteresis: 0.05,
    step: 0.5,
  },
]

/** The level of a value; `before` is the previous level, for hysteresis. */
export function levelFor({ below, warn, critical, hysteresis }: Rule, value: number, before: Level): Level {
  const reaches = (limit: number, isActive: boolean) =>
    below ? value < limit + (isActive ? hysteresis : 0) : value >= limit - (isActive ? hysteresis : 0)
  if (critical !== undefined && reaches(critical, before === 2)) return 2
  return reaches(warn, before > 0) ? 1 : 0
}
