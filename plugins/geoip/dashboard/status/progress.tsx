import { useFormat, useT } from '@svc/dashboard-sdk'
import type { DownloadState } from '@svc/plugin-geoip/contract'
import type { ReactNode } from 'react'

/** Download progress; indeterminate until the size is known. */
export function Progress({ download }: { download: DownloadState | undefined }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { received_bytes: received = 0, total_bytes: total, month } = download ?? {}
  const known = total !== undefined && total > 0
  // Downloaded; now it is unpacked and the servers are located.
  const arrived = known && received >= total
  const figures = known ? `${format.bytes(received)} / ${format.bytes(total)}` : format.bytes(received)
  return (
    <div className="w-full max-w-2xl">
      <div className="mb-1.5 flex items-baseline justify-between gap-4 text-sm">
        <span>{arrived ? t('progress.installing') : t('progress.receiving', { month: month || '…' })}</span>
        <span className="figures text-muted text-xs">{figures}</span>
      </div>
      <progress
        aria-label={t('progress.label')}
        max={100}
        {...(known ? { value: Math.min(100, (received / total) * 100) } : {})}
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent [&:indeterminate]:animate-breathe"
      />
    </div>
  )
}
