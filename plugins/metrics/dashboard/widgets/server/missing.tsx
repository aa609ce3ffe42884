import { useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** How many of the chosen servers are not there any more. */
export function Missing({ count }: { count: number }): ReactNode {
  const t = useT()
  return count > 0 && <p className="mt-2 text-faint text-xs">{t('widget.chart.missing', { count })}</p>
}
