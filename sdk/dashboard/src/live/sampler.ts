import type { ServerStatus } from '@svc/protocol'

type Servers = readonly ServerStatus[]

/** The metrics of an online server are all zero until its first report. */
const hasReported = ({ uptime }: ServerStatus) => uptime > 0

/** Whether two states of a server differ in nothing but metrics. */
const hasSameProfile = (a: ServerStatus | undefined, b: ServerStatus | undefined) =>
  a !== undefined &&
  b !== undefined &&
  a.id === b.id &&
  a.online === b.online &&
  hasReported(a) === hasReported(b) &&
  a.name === b.name &&
  a.group_id === b.group_id &&
  a.tags === b.tags &&
  a.os === b.os &&
  a.country_code === b.country_code &&
  a.agent_authority === b.agent_authority &&
  a.health === b.health

/**
 * Throttles the server list to one update per `intervalMs`. Added, removed and edited servers and first reports pass
 * immediately; only later metric changes are throttled. Order, sections and totals use the sampled list, rows every report.
 */
export function makeSampler(intervalMs: number, now: () => number): (servers: Servers) => Servers {
  let sample: Servers = []
  let sampledAt = Number.NEGATIVE_INFINITY
  return (servers) => {
    const hasChanged =
      sample.length !== servers.length || servers.some((server, index) => !hasSameProfile(server, sample[index]))
    if (hasChanged || now() - sampledAt >= intervalMs) {
      sample = servers
      sampledAt = now()
    }
    return sample
  }
}
