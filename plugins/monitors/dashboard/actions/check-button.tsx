import { Button, IconButton, loadCodedText, toast, useFormat, useMutate, useT } from '@svc/dashboard-sdk'
import type { Monitor, MonitorRecord } from '@svc/plugin-monitors/contract'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { monitorPath, monitorsPath } from '../paths.ts'

/** Starts a manual check. Busy while any check of the monitor is running. `compact` shows the icon only. */
export function CheckButton({ monitor, compact = false }: { monitor: Monitor; compact?: boolean }): ReactNode {
  const t = useT()
  const { mutate, isPending } = useCheck(monitor)
  const buttonProps = { busy: isPending || monitor.checking, onClick: () => mutate() }
  return compact ? (
    <IconButton label={t('check.nameNow', { name: monitor.name })} size="sm" {...buttonProps}>
      <RefreshCw aria-hidden />
    </IconButton>
  ) : (
    <Button {...buttonProps}>
      <RefreshCw aria-hidden />
      {t('check.now')}
    </Button>
  )
}

/** Checks a monitor and shows the result in a toast. */
function useCheck({ id, name }: Pick<Monitor, 'id' | 'name'>) {
  const t = useT()
  const format = useFormat()
  return useMutate<void, MonitorRecord>('POST', `${monitorPath(id)}/check`, {
    invalidates: [monitorsPath],
    async onDone({ success, latency, error_text }) {
      const reason = error_text ? await loadCodedText(error_text) : t('record.noReason')
      if (!success) toast.error(t('check.failed', { name, reason }))
      else if (latency === null) toast.success(t('check.up', { name }))
      else toast.success(t('check.upIn', { name, latency: format.ms(latency) }))
    },
  })
}
