import type { ServerStatus } from '@svc/protocol'
import type { Sorting, SortKey } from './list-search.ts'
import { share, stateOf } from './server-state.ts'

type Figure = (server: ServerStatus) => number

const figures: { readonly [K in Exclude<SortKey, 'name' | 'group'>]: Figure } = {
  cpu: (server) => server.cpu,
  memory: (server) => share(server.mem_used, server.mem_total),
  disk: (server) => share(server.disk_used, server.disk_total),
  network: (server) => server.net_in_speed + server.net_out_speed,
  load: (server) => server.load1,
  uptime: (server) => server.uptime,
}

/** Whether the order of a sorting depends on figures that change with every report. */
export const isLive = (sorting: Sorting | undefined): boolean =>
  sorting !== undefined && sorting.key !== 'name' && sorting.key !== 'group'

/** Servers without current figures come last, whichever way the others are sorted. */
const current =
  (figure: Figure): Figure =>
  (server) => {
    const value = stateOf(server) === 'online' ? figure(server) : Number.NaN
    return Number.isFinite(value) ? value : Number.NEGATIVE_INFINITY
  }

function byFigure(figure: Figure, direction: 1 | -1) {
  const of = current(figure)
  return (a: ServerStatus, b: ServerStatus) => {
    const [x, y] = [of(a), of(b)]
    if (x === y) return 0
    if (x === Number.NEGATIVE_INFINITY) return 1
    if (y === Number.NEGATIVE_INFINITY) return -1
    return direction * (x - y)
  }
}

function byText(text: (server: ServerStatus) => string | undefined, collator: Intl.Collator, direction: 1 | -1) {
  return (a: ServerStatus, b: ServerStatus) => {
    const [x, y] = [text(a), text(b)]
    if (x === undefined || y === undefined) return x === y ? 0 : x === undefined ? 1 : -1
    return direction * collator.compare(x, y)
  }
}

const collators = new Map<string, Intl.Collator>()

/** Compares names as people do: `web-2` before `web-10`, case aside. */
export function collatorOf(language: string): Intl.Collator {
  const known = collators.get(language) ?? new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  collators.set(language, known)
  return known
}

/** Sorted copy; without a sorting the order of the server. Equal servers keep that order. */
export function sortServers(
  servers: readonly ServerStatus[],
  sorting: Sorting | undefined,
  groupName: (id: string) => string | undefined,
  language: string,
): readonly ServerStatus[] {
  if (!sorting) return servers
  const direction = sorting.descending ? -1 : 1
  const collator = collatorOf(language)
  const byName = byText((server) => server.name, collator, direction)
  const compare =
    sorting.key === 'name'
      ? byName
      : sorting.key === 'group'
        ? byText((server) => (server.group_id ? groupName(server.group_id) : undefined), collator, direction)
        : byFigure(figures[sorting.key], direction)
  return [...servers].sort(compare)
}
