import { useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** The attribution that the license of the free database requires, verbatim. */
export function Attribution(): ReactNode {
  const t = useT()
  return (
    <a
      href="https://db-ip.com"
      target="_blank"
      rel="noreferrer"
      className="whitespace-nowrap underline underline-offset-2 hover:text-ink"
      data-tip={t('attribution.hint')}
    >
      IP Geolocation by DB-IP
    </a>
  )
}
