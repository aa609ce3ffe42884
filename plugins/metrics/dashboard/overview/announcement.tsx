import { useT } from '@svc/dashboard-sdk'
import { type ReactNode, useEffect, useState } from 'react'

/** Milliseconds that a state must last before it is said. */
const settle = 5000

/** Says for screen readers how many servers have problems, when that changed and stayed so for a while. */
export function Spoken({ counts }: { counts: { readonly problems: number; readonly offline: number } }): ReactNode {
  const t = useT()
  const { problems, offline } = counts
  const text =
    problems === 0
      ? t('overview.spoken.well')
      : `${t('overview.spoken.problems', { count: problems })} ${t('overview.spoken.offline', { count: offline })}`
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), settle)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
