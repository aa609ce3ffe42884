import type { Monitor } from '@svc/plugin-monitors/contract'
import { type MonitorState, monitorStates, stateOf } from '../state/monitor-state.ts'
import type { MonitorSearch, SortKey } from './monitor-search.ts'

type Filter = Partial<Pick<MonitorSearch, 'q' | 'state' | 'type' | 'group' | 'tag'>>

/** `typeText` is the display name of a type. */
export function filterMonitors(
  monitors: readonly Monitor[],
  { q, state, type, group, tag }: Filter,
  typeText: (type: Monitor['monitor_type']) => string,
): readonly Monitor[] {
  const terms = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return monitors.filter((monitor) => {
    if (type && monitor.monitor_type !== type) return false
    if (state && stateOf(monitor) !== state) return false
    if (group && monitor.group_name !== group) return false
    if (tag && !monitor.tags.includes(tag)) return false
    if (terms.length === 0) return true
    const text = [
      monitor.name,
      monitor.target,
      typeText(monitor.monitor_type),
      monitor.group_name ?? '',
      ...monitor.tags,
    ]
      .join('\n')
      .toLowerCase()
    return terms.every((term) => text.includes(term))
  })
}

export function countStates(monitors: readonly Monitor[]): ReadonlyMap<MonitorState, number> {
  const counts = new Map<MonitorState, number>()
  for (const monitor of monitors) counts.set(stateOf(monitor), (counts.get(stateOf(monitor)) ?? 0) + 1)
  return counts
}

const sortValues: Readonly<Record<SortKey, (monitor: Monitor) => number | string | null>> = {
  state: (monitor) => monitorStates.indexOf(stateOf(monitor)),
  name: ({ name }) => name,
  latency: ({ last_latency }) => last_latency,
  checked: ({ last_checked_at }) => (last_checked_at ? Date.parse(last_checked_at) : null),
}

/** Sorts by a key, then by name. Monitors without a value come last in either direction. */
export function sortMonitors(
  monitors: readonly Monitor[],
  { sort, desc }: Pick<MonitorSearch, 'sort' | 'desc'>,
  locale: string,
): readonly Monitor[] {
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const keyOf = sortValues[sort]
  const sign = desc ? -1 : 1
  return monitors.toSorted((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)]
    const byName = collator.compare(a.name, b.name)
    if (x === y) return byName
    if (x === null || y === null) return x === null ? 1 : -1
    const order = typeof x === 'string' ? byName : x - Number(y)
    return order * sign || byName
  })
}
