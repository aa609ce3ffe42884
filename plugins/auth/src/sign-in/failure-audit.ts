import type { Clock } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'

/** Entries per action and second. Beyond them, one entry at the end of the second tells how many were omitted. */
const maxPerSecond = 10

type FailedAction = 'login_failed' | 'login_rate_limited' | 'oauth_login_failed'

/** Audits sign-ins that failed or were refused, of which a botnet can cause thousands a second. */
export function makeFailureAudit({ audit, clock }: { readonly audit: Audit; readonly clock: Pick<Clock, 'after'> }) {
  const userId = 'anonymous'
  const counts = new Map<string, number>()
  let cancel: (() => void) | undefined

  const endSecond = () => {
    for (const [action, count] of counts) {
      const omitted = count - maxPerSecond
      if (omitted > 0) audit.write({ userId, action, detail: { omitted } })
    }
    counts.clear()
    cancel = undefined
  }

  return {
    write(action: FailedAction, detail: Readonly<Record<string, unknown>>, ip: string): void {
      cancel ??= clock.after(1000, endSecond)
      const count = (counts.get(action) ?? 0) + 1
      counts.set(action, count)
      if (count <= maxPerSecond) audit.write({ userId, action, detail, ip })
    },
    close(): void {
      cancel?.()
      endSecond()
    },
  }
}
export type FailureAudit = ReturnType<typeof makeFailureAudit>
