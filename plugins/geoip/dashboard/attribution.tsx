import { useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** What the licence of the free database demands wherever its results are shown, in these words. */
export function Attribution(): ReactNode {
  const t = useT()
  return (
    <a
      href="https://db-ip.com"
      target="_blank"
      rel="noreferrer"
      className="whitespace-nowrap underline underline-offset-2 hover:text-ink"
      title={t('attribution.hint')}
    >
      IP Geolocation by DB-IP
    </a>
  )
}
