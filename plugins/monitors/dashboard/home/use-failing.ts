import { useApi } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import { monitorsPath } from '../paths.ts'
import { stateOf } from '../state/monitor-state.ts'
import { useMonitorChanges } from '../use-monitor-changes.ts'

/** The monitors that fail now, and how many are enabled; undefined while they load. */
export function useFailing(): { readonly failing: readonly Monitor[]; readonly enabled: number } | undefined {
  const { data, refetch } = useApi<readonly Monitor[]>(monitorsPath)
  useMonitorChanges(() => void refetch())
  if (!data) return undefined
  return {
    failing: data.filter((monitor) => ['down', 'failing'].includes(stateOf(monitor))),
    enabled: data.filter(({ enabled }) => enabled).length,
  }
}
