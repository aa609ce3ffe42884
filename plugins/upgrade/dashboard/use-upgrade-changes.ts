import { useCatchUp, useInvalidate, useLiveMessage } from '@svc/dashboard-sdk'

/** Reloads these paths when an upgrade or a roll-out changes. */
export function useUpgradeChanges(...paths: readonly string[]): void {
  const invalidate = useInvalidate()
  const reload = () => void invalidate(...paths)
  useLiveMessage('upgrade_progress', reload)
  useLiveMessage('upgrade_result', reload)
  useLiveMessage('upgrade_rollout_changed', reload)
  // Changes may have been missed while disconnected.
  useCatchUp(reload)
}
