import { type DashboardPlugin, toError } from '@svc/dashboard-sdk'
import { makeRegistry, type Registry, setInstalledDashboard } from '@svc/dashboard-sdk/host'
import { samePath } from './dashboard-error.ts'
import type { LoadedDashboard } from './load-dashboards.ts'

/** The registry of our dashboards and those of third parties; one that declares what another one does is left out. */
export function fullRegistry(
  ours: readonly DashboardPlugin[],
  installed: readonly LoadedDashboard[],
  isRunning: (plugin: string) => boolean,
): Registry {
  let registry = makeRegistry(ours, isRunning)
  for (const { dashboard } of installed) {
    try {
      // Ours that are off as well: their pages come back.
      const clash = samePath(dashboard, [...ours, ...registry.plugins])
      if (clash !== undefined) throw new Error(clash)
      registry = makeRegistry([...registry.plugins, dashboard], () => true)
    } catch (error) {
      const { message } = toError(error)
      // Later, because a page that shows it must not change while the application renders.
      queueMicrotask(() => setInstalledDashboard(dashboard.plugin, { fault: 'clash', detail: message, loadMs: 0 }))
    }
  }
  return registry
}
