import { type ApiError, InlineError, useT } from '@svc/dashboard-sdk'
import { CircleCheck, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'

/** Progress or result of a test. */
export function TestResult(props: {
  state: 'sending' | 'sent' | 'failed'
  error: ApiError | null | undefined
}): ReactNode {
  const { state, error } = props
  const t = useT()
  if (state === 'failed') return <InlineError error={error} />
  const isSent = state === 'sent'
  const Icon = isSent ? CircleCheck : LoaderCircle
  return (
    <p role="status" className="flex items-start gap-2.5 rounded-md bg-sunken px-3 py-2.5 text-sm">
      <Icon className={isSent ? 'mt-0.5 size-4 text-ok' : 'mt-0.5 size-4 animate-spin text-muted'} aria-hidden />
      {t(isSent ? 'channel.testSent' : 'channel.testing')}
    </p>
  )
}
