import { useT } from '@svc/dashboard-sdk'
import { type ReactNode, useEffect, useState } from 'react'

/** Delay before a change is announced. */
const settleMs = 5000

/** Announces the number of servers with problems to screen readers, once it has settled. */
export function Announcement({
  counts,
}: {
  counts: { readonly problems: number; readonly offline: number }
}): ReactNode {
  const t = useT()
  const { problems, offline } = counts
  const text =
    problems === 0
      ? t('overview.spoken.well')
      : `${t('overview.spoken.problems', { count: problems })} ${t('overview.spoken.offline', { count: offline })}`
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}
