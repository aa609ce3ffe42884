import { toast, useInvalidate, useSession, useT } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import type { SwitchOutcome } from './await-switch.ts'
import { followSwitch, type SwitchError, type SwitchRequest } from './pending-switch.ts'
import { useReasonText } from './use-reason-text.ts'

/** Waits for the restart after a stored switch, refreshes the app and shows the result. */
export function useFollowSwitch(): (choice: SwitchRequest) => Promise<void> {
  const t = useT()
  const { refresh } = useSession()
  const invalidate = useInvalidate()
  const reasonText = useReasonText()
  return useCallback(
    (choice) => {
      const { title, enabled } = choice
      const errorOf = (outcome: SwitchOutcome): SwitchError | undefined => {
        if ('lost' in outcome) return { text: t(`plugins.lost.${outcome.lost}`, { title }) }
        const { state, reason } = outcome.plugin
        if (state === (enabled ? 'running' : 'disabled')) return undefined
        const why = reason === null || reason === undefined ? t(`plugins.stateHint.${state}`) : reasonText(reason)
        return { text: t(enabled ? 'plugins.notStarted' : 'plugins.notStopped', { title }), reason: why }
      }
      return followSwitch(choice, async (outcome) => {
        // requests that fail now are repeated when the live socket reconnects
        await refresh().catch(() => undefined)
        await invalidate('/api/')
        const error = errorOf(outcome)
        if (error) toast.error(error.text)
        else toast.success(t(enabled ? 'plugins.started' : 'plugins.stopped', { title }))
        return error
      })
    },
    [t, refresh, invalidate, reasonText],
  )
}
