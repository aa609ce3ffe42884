import { toast, useFormat, useLanguage, useMutate, useT } from '@svc/dashboard-sdk'
import type { Monitor, MonitorRecord } from '@svc/plugin-monitors/contract'
import { monitorPath, monitorsPath } from '../paths.ts'
import { reasonIn } from '../state/reason.ts'

/** Checks a monitor right now, and says what came out. */
export function useCheck({ id, name }: Pick<Monitor, 'id' | 'name'>) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  return useMutate<void, MonitorRecord>('POST', `${monitorPath(id)}/check`, {
    invalidates: [monitorsPath],
    onDone({ success, latency, error, error_zh }) {
      const reason = reasonIn(language, error, error_zh) ?? t('record.noReason')
      if (!success) toast.error(t('check.failed', { name, reason }))
      else if (latency === null) toast.success(t('check.up', { name }))
      else toast.success(t('check.upIn', { name, latency: format.ms(latency) }))
    },
  })
}
