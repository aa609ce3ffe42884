import { useApiQuery } from '@svc/widget-sdk'
import type { ReactNode } from 'react'

interface Status {
  readonly installed: boolean
  /** RFC 3339 */
  readonly updated_at?: string
}

const day = 86_400_000

function sentence(status: Status, oldAfterDays: number): string {
  if (!status.installed || !status.updated_at) return 'No database of places is installed.'
  const days = Math.floor((Date.now() - Date.parse(status.updated_at)) / day)
  if (days > oldAfterDays) return `The database of places is ${days} days old.`
  return `The database of places is up to date (${status.updated_at.slice(0, 10)}).`
}

/** What is known of the database, and below it what can be done. */
export function PlaceDatabase({ oldAfterDays, children }: { oldAfterDays: number; children: ReactNode }) {
  const { data, error } = useApiQuery<Status>('/api/geoip/status', { refetchSeconds: 2 })
  return (
    <div style={{ display: 'grid', alignContent: 'center', justifyItems: 'start', gap: '0.75rem', height: '100%' }}>
      <p style={{ margin: 0 }}>{error ? error.message : data ? sentence(data, oldAfterDays) : 'Asking …'}</p>
      {children}
    </div>
  )
}
