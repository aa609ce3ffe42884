import { usePluginRunning } from '@svc/dashboard-sdk'
import type { MonitorType } from '@svc/plugin-monitors/contract'
import { monitorTypes } from './monitor-search.ts'

/** The types that can be chosen: those whose plugin is running, and the current one. */
export function useMonitorTypes(current?: MonitorType): readonly MonitorType[] {
  const hasDocker = usePluginRunning('docker')
  return monitorTypes.filter((type) => type !== 'docker' || hasDocker || type === current)
}
