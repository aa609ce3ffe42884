import type { NetworkOverview, TargetSummary } from '@svc/plugin-probes/contract'

/** Health of the network of a server, worst first. */
export const healths = ['severe', 'warning', 'offline', 'none', 'healthy'] as const
export type Health = (typeof healths)[number]

/** Latency thresholds in milliseconds, the same as for anomalies. */
export interface LatencyLimits {
  readonly warning: number
  readonly severe: number
}

/** Defaults of the configuration. */
export const defaultLimits: LatencyLimits = { warning: 500, severe: 800 }

/** Packet loss thresholds, as fractions. */
export const lossLimits = { warning: 0.1, severe: 0.5 } as const

/** Milliseconds after which a round is outdated. Rounds are at most ten minutes apart. */
export const maxAgeMs = 30 * 60_000

type Round = Pick<TargetSummary, 'last_latency' | 'last_loss' | 'last_probe_at'>
type Server = Pick<NetworkOverview, 'online'> & { readonly targets: readonly TargetSummary[] }

/** Whether the newest round of a target is recent. */
export const isRecent = ({ last_probe_at }: Round, now: number): boolean =>
  last_probe_at !== null && now - Date.parse(last_probe_at) <= maxAgeMs

/** Health of a target by its newest round; a lost one has no latency. */
export function healthOfRound(
  { last_latency, last_loss }: Pick<Round, 'last_latency' | 'last_loss'>,
  limits: LatencyLimits,
): Health {
  const latency = last_latency ?? 0
  const loss = last_loss ?? (last_latency === null ? 1 : 0)
  if (loss > lossLimits.severe || latency > limits.severe) return 'severe'
  return loss > lossLimits.warning || latency > limits.warning ? 'warning' : 'healthy'
}

/** Severity of a round within its health: loss counts more than latency. */
const weightOf = ({ last_latency, last_loss }: Round) =>
  (last_loss ?? (last_latency === null ? 1 : 0)) * 10_000 + (last_latency ?? 0)

const worstFirst = (limits: LatencyLimits) => (a: Round, b: Round) =>
  healths.indexOf(healthOfRound(a, limits)) - healths.indexOf(healthOfRound(b, limits)) || weightOf(b) - weightOf(a)

/** Health, averages of the newest rounds, and the worst target. */
export interface Standing {
  readonly health: Health
  /** milliseconds; undefined without a reply */
  readonly latency: number | undefined
  /** fraction; undefined without recent rounds */
  readonly loss: number | undefined
  /** undefined for healthy servers */
  readonly worst: TargetSummary | undefined
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * The worst target decides: severe or warning above a threshold of latency or loss.
 * Only the newest round of each target counts, if it is recent.
 */
export function standingOf({ online, targets }: Server, now: number, limits: LatencyLimits): Standing {
  const recent = targets.filter((target) => isRecent(target, now))
  const unknown = { latency: undefined, loss: undefined, worst: undefined }
  if (!online) return { health: 'offline', ...unknown }
  const [first] = recent.toSorted(worstFirst(limits))
  if (!first) return { health: 'none', ...unknown }
  const health = healthOfRound(first, limits)
  return {
    health,
    latency: mean(recent.flatMap(({ last_latency }) => last_latency ?? [])),
    loss: mean(recent.flatMap(({ last_loss }) => last_loss ?? [])),
    worst: health === 'healthy' ? undefined : first,
  }
}

/** A server with its health. */
export interface Assessed extends Standing {
  readonly id: string
  readonly server: NetworkOverview
}

const rank = ({ server, health, loss = 0, latency = 0 }: Assessed) =>
  [healths.indexOf(health), -server.anomaly_count, -loss, -latency] as const

/** Sorted copy, worst first: by health, anomalies, loss, latency. Stable. */
export const ranked = (servers: readonly Assessed[]): readonly Assessed[] =>
  servers.toSorted((a, b) => {
    const [x, y] = [rank(a), rank(b)]
    const at = x.findIndex((value, index) => value !== y[index])
    return at < 0 ? 0 : (x[at] ?? 0) - (y[at] ?? 0)
  })
