import { toast, useFormat, useMutate, useT } from '@svc/dashboard-sdk'
import type { AlertSilence, SilenceInput } from '@svc/plugin-alerts/contract'
import { eventsPath, silencesPath } from '../paths.ts'

/** What is silenced: the alert of a rule on a server, or all alerts of one of them. */
export interface SilencedAlert {
  readonly rule_id: string
  readonly rule_name: string
  readonly server_id: string
  readonly server_name: string
}

/** Sets a silence; says until when. */
export function useSilence(onFailed?: () => undefined) {
  const t = useT()
  const format = useFormat()
  return useMutate<SilenceInput, AlertSilence>('POST', silencesPath, {
    invalidates: [eventsPath, silencesPath],
    onDone: ({ until }) => void toast.success(t('silence.done', { time: format.dateTime(until) })),
    ...(onFailed && { onFailed }),
  })
}
