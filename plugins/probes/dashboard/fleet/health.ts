import type { NetworkOverview, TargetSummary } from '@svc/plugin-probes/contract'

/** How the network of a server is, the worst first. */
export const healths = ['severe', 'warning', 'offline', 'none', 'healthy'] as const
export type Health = (typeof healths)[number]

/** Milliseconds above which a round is bad; the same that make an anomaly. */
export interface LatencyLimits {
  readonly warning: number
  readonly severe: number
}

/** What the configuration says unless it is changed. */
export const usualLimits: LatencyLimits = { warning: 500, severe: 800 }

/** Shares of packets, of which the same is true. */
export const lossLimits = { warning: 0.1, severe: 0.5 } as const

/** Milliseconds: of a target that was silent for longer nothing is known. Rounds are at most ten minutes apart. */
export const silence = 30 * 60_000

type Round = Pick<TargetSummary, 'last_latency' | 'last_loss' | 'last_probe_at'>
type Server = Pick<NetworkOverview, 'online'> & { readonly targets: readonly TargetSummary[] }

/** Whether the newest round of a target is recent enough to say something. */
export const isRecent = ({ last_probe_at }: Round, now: number): boolean =>
  last_probe_at !== null && now - Date.parse(last_probe_at) <= silence

/** How a target is by its newest round; a lost one has no latency. */
export function healthOfRound(
  { last_latency, last_loss }: Pick<Round, 'last_latency' | 'last_loss'>,
  limits: LatencyLimits,
): Health {
  const latency = last_latency ?? 0
  const loss = last_loss ?? (last_latency === null ? 1 : 0)
  if (loss > lossLimits.severe || latency > limits.severe) return 'severe'
  return loss > lossLimits.warning || latency > limits.warning ? 'warning' : 'healthy'
}

/** How bad a round is within its health: lost packets count more than any latency. */
const weightOf = ({ last_latency, last_loss }: Round) =>
  (last_loss ?? (last_latency === null ? 1 : 0)) * 10_000 + (last_latency ?? 0)

const worstFirst = (limits: LatencyLimits) => (a: Round, b: Round) =>
  healths.indexOf(healthOfRound(a, limits)) - healths.indexOf(healthOfRound(b, limits)) || weightOf(b) - weightOf(a)

/** What a card says: the health, and of the newest rounds the means and the worst. */
export interface Standing {
  readonly health: Health
  /** milliseconds; undefined while no target answers */
  readonly latency: number | undefined
  /** share; undefined while nothing is known */
  readonly loss: number | undefined
  /** of a server that is not well */
  readonly worst: TargetSummary | undefined
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * The worst target decides: severe or a warning above the limits of latency, or when half or a tenth of the packets are lost.
 * Only the newest round of each target counts, and none that is older than half an hour.
 */
export function standingOf({ online, targets }: Server, now: number, limits: LatencyLimits): Standing {
  const recent = targets.filter((target) => isRecent(target, now))
  const known = { latency: undefined, loss: undefined, worst: undefined }
  if (!online) return { health: 'offline', ...known }
  const [first] = recent.toSorted(worstFirst(limits))
  if (!first) return { health: 'none', ...known }
  const health = healthOfRound(first, limits)
  return {
    health,
    latency: mean(recent.flatMap(({ last_latency }) => last_latency ?? [])),
    loss: mean(recent.flatMap(({ last_loss }) => last_loss ?? [])),
    worst: health === 'healthy' ? undefined : first,
  }
}

/** A server of the fleet and how it stands. */
export interface Assessed extends Standing {
  readonly id: string
  readonly server: NetworkOverview
}

const rank = ({ server, health, loss = 0, latency = 0 }: Assessed) =>
  [healths.indexOf(health), -server.anomaly_count, -loss, -latency] as const

/** Sorted copy, the worst first: by health, anomalies, loss, latency. Equals keep their order. */
export const ranked = (servers: readonly Assessed[]): readonly Assessed[] =>
  servers.toSorted((a, b) => {
    const [x, y] = [rank(a), rank(b)]
    const at = x.findIndex((value, index) => value !== y[index])
    return at < 0 ? 0 : (x[at] ?? 0) - (y[at] ?? 0)
  })
