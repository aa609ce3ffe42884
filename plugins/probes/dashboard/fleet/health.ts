import type { NetworkOverview, TargetSummary } from '@svc/plugin-probes/contract'

/** How the network of a server is, the worst first. */
export const healths = ['severe', 'warning', 'offline', 'none', 'healthy'] as const
export type Health = (typeof healths)[number]

/** The same limits that make an anomaly: milliseconds, and shares of packets. */
export const limits = {
  latency: { warning: 500, severe: 800 },
  loss: { warning: 0.1, severe: 0.5 },
} as const

/** Milliseconds: of a target that was silent for longer nothing is known. Rounds are at most ten minutes apart. */
export const silence = 30 * 60_000

type Round = Pick<TargetSummary, 'last_latency' | 'last_loss' | 'last_probe_at'>
type Server = Pick<NetworkOverview, 'online'> & { readonly targets: readonly TargetSummary[] }

/** Whether the newest round of a target is recent enough to say something. */
export const isRecent = ({ last_probe_at }: Round, now: number): boolean =>
  last_probe_at !== null && now - Date.parse(last_probe_at) <= silence

/** How a target is by its newest round; a lost one has no latency. */
export function healthOfRound({ last_latency, last_loss }: Pick<Round, 'last_latency' | 'last_loss'>): Health {
  const latency = last_latency ?? 0
  const loss = last_loss ?? (last_latency === null ? 1 : 0)
  if (loss > limits.loss.severe || latency > limits.latency.severe) return 'severe'
  return loss > limits.loss.warning || latency > limits.latency.warning ? 'warning' : 'healthy'
}

/** How bad a round is within its health: lost packets count more than any latency. */
const weightOf = ({ last_latency, last_loss }: Round) =>
  (last_loss ?? (last_latency === null ? 1 : 0)) * 10_000 + (last_latency ?? 0)

const worstFirst = (a: Round, b: Round) =>
  healths.indexOf(healthOfRound(a)) - healths.indexOf(healthOfRound(b)) || weightOf(b) - weightOf(a)

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
 * The worst target decides: severe above 800 ms or half of the packets lost, a warning above 500 ms or a tenth. Only the
 * newest round of each target counts, and none that is older than half an hour.
 */
export function standingOf({ online, targets }: Server, now: number): Standing {
  const recent = targets.filter((target) => isRecent(target, now))
  const known = { latency: undefined, loss: undefined, worst: undefined }
  if (!online) return { health: 'offline', ...known }
  const [first] = recent.toSorted(worstFirst)
  if (!first) return { health: 'none', ...known }
  const health = healthOfRound(first)
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
