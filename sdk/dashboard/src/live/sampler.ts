import type { ServerStatus } from '@svc/protocol'

type Servers = readonly ServerStatus[]

/** What decides where a server stands in the list, apart from its figures. */
const sameStanding = (a: ServerStatus | undefined, b: ServerStatus | undefined) =>
  a !== undefined &&
  b !== undefined &&
  a.id === b.id &&
  a.online === b.online &&
  a.name === b.name &&
  a.group_id === b.group_id &&
  a.tags === b.tags &&
  a.os === b.os &&
  a.country_code === b.country_code &&
  a.agent_authority === b.agent_authority

/**
 * Lets a new picture of the servers through once in `every` milliseconds, or at once when servers came, went or changed
 * in anything but their figures. Order, sections and sums follow this calmer picture; rows follow every report.
 */
export function makeSampler(every: number, now: () => number): (servers: Servers) => Servers {
  let taken: Servers = []
  let at = Number.NEGATIVE_INFINITY
  return (servers) => {
    const moved =
      taken.length !== servers.length || servers.some((server, index) => !sameStanding(server, taken[index]))
    if (moved || now() - at >= every) {
      taken = servers
      at = now()
    }
    return taken
  }
}
