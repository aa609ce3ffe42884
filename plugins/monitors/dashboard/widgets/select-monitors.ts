import type { ServiceMonitor } from '@svc/widget-sdk'
import { monitorStates, stateOf } from '../state/monitor-state.ts'

const severity = (monitor: ServiceMonitor) => monitorStates.indexOf(stateOf(monitor))

/** The selected monitors, worst first; without a selection all of them. Counts selected ones that no longer exist. */
export function selectMonitors(monitors: readonly ServiceMonitor[], ids: readonly string[]) {
  const selectedIds = new Set(ids)
  const existing = ids.length === 0 ? monitors : monitors.filter(({ id }) => selectedIds.has(id))
  const selected = existing.toSorted((a, b) => severity(a) - severity(b) || a.name.localeCompare(b.name))
  return { selected, missing: ids.length === 0 ? 0 : selectedIds.size - existing.length }
}
