import { worstFirst } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import type { Sorting } from './list-search.ts'

type Metric = (server: ServerStatus) => number

/** A column that the list can be sorted by. */
export interface SortColumn {
  readonly id: string
  readonly declared: { value: Metric }
}

/** Whether a sorting depends on live metrics. */
export const isLive = (sorting: Sorting | undefined): boolean =>
  sorting !== undefined && sorting.key !== 'name' && sorting.key !== 'group'

/** The metric of an online server, otherwise -Infinity. */
const currentValue =
  (metric: Metric): Metric =>
  (server) => {
    const value = server.online ? metric(server) : Number.NaN
    return Number.isFinite(value) ? value : Number.NEGATIVE_INFINITY
  }

/** Servers without a current value come last, in both directions. */
function byMetric(metric: Metric, direction: 1 | -1) {
  const currentMetric = currentValue(metric)
  return (a: ServerStatus, b: ServerStatus) => {
    const [x, y] = [currentMetric(a), currentMetric(b)]
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

/** Natural order, ignoring case: `web-2` before `web-10`. */
export function collatorOf(language: string): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  collators.set(language, collator)
  return collator
}

interface SortContext {
  readonly columns: readonly SortColumn[]
  readonly groupName: (id: string) => string | undefined
  readonly language: string
}

/** A sorted copy. Without a sorting or its column, and for equal servers, the default order is kept. */
export function sortServers(
  servers: readonly ServerStatus[],
  sorting: Sorting | undefined,
  { columns, groupName, language }: SortContext,
): readonly ServerStatus[] {
  if (!sorting) return servers
  const direction = sorting.descending ? -1 : 1
  const collator = collatorOf(language)
  const byName = byText((server) => server.name, collator, direction)
  const compareBy = (key: string) => {
    if (key === 'name') return byName
    if (key === 'state') return (a: ServerStatus, b: ServerStatus) => direction * worstFirst(a, b)
    if (key === 'group')
      return byText((server) => (server.group_id ? groupName(server.group_id) : undefined), collator, direction)
    const column = columns.find(({ id }) => id === key)
    return column && byMetric(column.declared.value, direction)
  }
  const compare = compareBy(sorting.key)
  return compare ? [...servers].sort(compare) : servers
}
