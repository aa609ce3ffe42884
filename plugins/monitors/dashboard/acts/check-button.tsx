import { Button, IconButton, useT } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCheck } from './use-check.ts'

/** Checks right now; busy while any check of this monitor runs. `compact` has no words. */
export function CheckButton({ monitor, compact = false }: { monitor: Monitor; compact?: boolean }): ReactNode {
  const t = useT()
  const { mutate, isPending } = useCheck(monitor)
  const busy = isPending || monitor.checking
  const act = { busy, onClick: () => mutate() }
  return compact ? (
    <IconButton label={t('check.nameNow', { name: monitor.name })} size="sm" {...act}>
      <RefreshCw aria-hidden />
    </IconButton>
  ) : (
    <Button {...act}>
      <RefreshCw aria-hidden />
      {t('check.now')}
    </Button>
  )
}
