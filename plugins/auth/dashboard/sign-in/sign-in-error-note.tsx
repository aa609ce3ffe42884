import { errorText, serverNow, useFormat, useNow, useT } from '@svc/dashboard-sdk'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SignInError } from './sign-in-error.ts'

/** Why the sign-in failed; `wrong` is the text for wrong credentials of this step. Render it inside an alert. */
export function SignInErrorNote({ error, wrong }: { error: SignInError; wrong: string }): ReactNode {
  const t = useT()
  if (error.kind === 'limited') return <RateLimited key={error.until} until={error.until} />
  return <Note>{error.kind === 'wrong' ? wrong : errorText(error.error, t)}</Note>
}

// The visible time counts down; screen readers announce it once instead of every second.
function RateLimited({ until }: { until: number }) {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  const [announcedSeconds] = useState(() => Math.max(1, (until - serverNow()) / 1000))
  const left = (until - now) / 1000
  if (left <= 0) return null
  return (
    <Note>
      <span className="sr-only">{t('signIn.limited', { time: format.duration(Math.ceil(announcedSeconds)) })}</span>
      <span aria-hidden="true" className="figures">
        {t('signIn.limited', { time: format.clock(left) })}
      </span>
    </Note>
  )
}

/** An error on the sign-in card. */
export const Note = ({ children }: { children: ReactNode }): ReactNode => (
  <p className="flex items-start gap-2.5 rounded-md bg-danger/10 px-3 py-2.5 text-sm">
    <TriangleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
    <span className="min-w-0 break-words">{children}</span>
  </p>
)
