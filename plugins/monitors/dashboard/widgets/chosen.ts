import type { ServiceMonitor } from '@svc/widget-sdk'
import { monitorStates, stateOf } from '../state/monitor-state.ts'

const rank = (monitor: ServiceMonitor) => monitorStates.indexOf(stateOf(monitor))

/** The chosen monitors, all of them without a choice, the worst first; and how many of the chosen ones are gone. */
export function chosenOf(monitors: readonly ServiceMonitor[], ids: readonly string[]) {
  const wanted = new Set(ids)
  const there = ids.length === 0 ? monitors : monitors.filter(({ id }) => wanted.has(id))
  const shown = there.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
  return { shown, gone: ids.length === 0 ? 0 : wanted.size - there.length }
}
