import { errorText, serverNow, useFormat, useNow, useT } from '@svc/dashboard-sdk'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Refusal } from './refusal.ts'

/** Why the sign-in did not succeed; `wrong` is the text for wrong answers of this step. Belongs inside an alert. */
export function RefusalNote({ refusal, wrong }: { refusal: Refusal; wrong: string }): ReactNode {
  const t = useT()
  if (refusal.kind === 'limited') return <Limited key={refusal.until} until={refusal.until} />
  return <Note>{refusal.kind === 'wrong' ? wrong : errorText(refusal.failure, t)}</Note>
}

// Seen, the time counts down; heard, it is said once and not every second.
function Limited({ until }: { until: number }) {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  const [said] = useState(() => Math.max(1, (until - serverNow()) / 1000))
  const left = (until - now) / 1000
  if (left <= 0) return null
  return (
    <Note>
      <span className="sr-only">{t('signIn.limited', { time: format.duration(Math.ceil(said)) })}</span>
      <span aria-hidden="true" className="figures">
        {t('signIn.limited', { time: format.clock(left) })}
      </span>
    </Note>
  )
}

/** A failure in the card before the application. */
export const Note = ({ children }: { children: ReactNode }): ReactNode => (
  <p className="flex items-start gap-2.5 rounded-md bg-danger/10 px-3 py-2.5 text-sm">
    <TriangleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
    <span className="min-w-0 break-words">{children}</span>
  </p>
)
