import type { OverviewRow } from '@svc/plugin-metrics/contract'
import type { ServerStatus } from '@svc/protocol'

/** What is known of a server at one moment. */
export interface Facts {
  readonly server: ServerStatus
  /** what only the server knows; undefined until it said so */
  readonly row: OverviewRow | undefined
  /** live figures without their jitter */
  readonly calm: Calm
  /** epoch seconds */
  readonly now: number
}

/** Means of about the last minute. */
export interface Calm {
  /** percent */
  readonly cpu: number
  readonly memory: number
  readonly swap: number
}

/** What makes somebody look at a server. Values are compared with limits; undefined is no reason. */
export interface Rule {
  readonly id: RuleId
  readonly value: (facts: Facts) => number | undefined
  /** less is worse */
  readonly below?: true
  readonly warn: number
  /** never critical without it */
  readonly critical?: number
  /** how far a value must come back for a level to end, so that nothing flickers at a limit */
  readonly gap: number
  /** seconds that it must last, and since when it surely lasts for all that is stored */
  readonly lasts?: { readonly seconds: number; readonly since: (facts: Facts, least: number) => number | undefined }
  /** values this far apart decide about the order of servers; smaller differences do not */
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

/** 0 is well, 1 a warning, 2 critical. */
export type Level = 0 | 1 | 2

const day = 86_400
const secondsOf = (at: string): number => Date.parse(at) / 1000
export const share = (used: number, total: number): number | undefined => (total > 0 ? (100 * used) / total : undefined)

const whileOnline =
  (value: (facts: Facts) => number | undefined) =>
  (facts: Facts): number | undefined =>
    facts.server.online ? value(facts) : undefined

/** When a server that should be there was last seen: epoch seconds, 0 when it never was. */
const lastSeen = ({ server, row }: Pick<Facts, 'server' | 'row'>): number =>
  server.last_active || (row?.offline_since ? secondsOf(row.offline_since) : 0)

const isMissing = ({ server }: Facts) => !server.online && server.agent_authority.status === 'claimed'

/** Fewer minutes of knowledge than this say nothing about a month. */
const leastKnown = 1440
/** Records of ten minutes may lack a few. */
const leastMinutes = 8
const tenMinutes = 600

/** The limits. In the order in which reasons of one level count. */
export const rules: readonly Rule[] = [
  {
    id: 'offline',
    // the one that left last is the news
    value: (facts) => (isMissing(facts) ? lastSeen(facts) : undefined),
    ...{ warn: 0, critical: 0, gap: 0, step: 1 },
  },
  {
    id: 'disk',
    value: whileOnline(({ server }) => share(server.disk_used, server.disk_total)),
    ...{ warn: 90, critical: 95, gap: 1, step: 1 },
  },
  {
    id: 'memory',
    value: whileOnline(({ server, calm }) => (server.mem_total > 0 ? calm.memory : undefined)),
    ...{ warn: 90, critical: 96, gap: 3, step: 2 },
  },
  {
    id: 'cpu',
    value: whileOnline(({ calm }) => calm.cpu),
    lasts: {
      seconds: tenMinutes,
      since: ({ row, now }, least) =>
        row?.recent && row.recent.minutes >= leastMinutes && row.recent.cpu_least >= least
          ? now - tenMinutes
          : undefined,
    },
    ...{ warn: 90, critical: 97, gap: 6, step: 5 },
  },
  {
    id: 'temperature',
    value: whileOnline(({ row }) => row?.recent?.temperature ?? undefined),
    ...{ warn: 80, critical: 90, gap: 3, step: 3 },
  },
  {
    id: 'load',
    value: whileOnline(({ server }) => (server.cpu_cores ? server.load5 / server.cpu_cores : undefined)),
    ...{ warn: 2, critical: 4, gap: 0.3, step: 0.5 },
  },
  {
    id: 'disk_full',
    value: whileOnline(({ row, now }) => (row?.disk ? (secondsOf(row.disk.full_at) - now) / day : undefined)),
    ...{ below: true, warn: 14, critical: 3, gap: 1, step: 1 },
  },
  {
    id: 'traffic',
    value: ({ row }) => row?.traffic?.percent_used,
    ...{ warn: 80, critical: 100, gap: 0, step: 1 },
  },
  {
    id: 'expires',
    value: ({ row, now }) => (row?.expires_at ? (secondsOf(row.expires_at) - now) / day : undefined),
    ...{ below: true, warn: 7, critical: 1, gap: 0, step: 1 },
  },
  {
    id: 'traffic_exceeds',
    value: ({ row }) =>
      row?.traffic && row.traffic.percent_used < 100 ? row.traffic.prediction?.estimated_percent : undefined,
    ...{ warn: 100, gap: 3, step: 5 },
  },
  {
    id: 'swap',
    value: whileOnline(({ server, calm }) => (server.swap_total > 0 ? calm.swap : undefined)),
    ...{ warn: 60, gap: 5, step: 10 },
  },
  {
    id: 'uptime',
    value: ({ row }) => (row?.uptime && row.uptime.known_minutes >= leastKnown ? row.uptime.percent : undefined),
    ...{ below: true, warn: 99, gap: 0.05, step: 0.5 },
  },
]

/** The level of a value; `before` is the level it had, which ends a little later than it begins. */
export function judge({ below, warn, critical, gap }: Rule, value: number, before: Level): Level {
  const reaches = (limit: number, held: boolean) =>
    below ? value < limit + (held ? gap : 0) : value >= limit - (held ? gap : 0)
  if (critical !== undefined && reaches(critical, before === 2)) return 2
  return reaches(warn, before > 0) ? 1 : 0
}
