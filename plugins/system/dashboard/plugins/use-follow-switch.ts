import { toast, useInvalidate, useSession, useT } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import type { Ending } from './await-switch.ts'
import { type Choice, type Fault, followSwitch } from './switching.ts'
import { useReasonText } from './use-reason-text.ts'

/** Follows a stored choice until the server runs again, brings the application up to date and tells how it went. */
export function useFollowSwitch(): (choice: Choice) => Promise<void> {
  const t = useT()
  const { refresh } = useSession()
  const invalidate = useInvalidate()
  const reasonText = useReasonText()
  return useCallback(
    (choice) => {
      const { title, enabled } = choice
      const faultOf = (ending: Ending): Fault | undefined => {
        if ('lost' in ending) return { text: t(`plugins.lost.${ending.lost}`, { title }) }
        const { state, reason } = ending.plugin
        if (state === (enabled ? 'running' : 'disabled')) return undefined
        const why = reason === null || reason === undefined ? t(`plugins.stateHint.${state}`) : reasonText(reason)
        return { text: t(enabled ? 'plugins.notStarted' : 'plugins.notStopped', { title }), why }
      }
      return followSwitch(choice, async (ending) => {
        // whatever cannot be read now is read when the live socket is back
        await refresh().catch(() => undefined)
        await invalidate('/api/')
        const fault = faultOf(ending)
        if (fault) toast.error(fault.text)
        else toast.success(t(enabled ? 'plugins.started' : 'plugins.stopped', { title }))
        return fault
      })
    },
    [t, refresh, invalidate, reasonText],
  )
}
