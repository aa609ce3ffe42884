import type { Clock } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'

/** Entries per second. Beyond them, one entry at the end of the second tells how many were omitted. */
const maxPerSecond = 10

/** Audits failed sign-ins, of which a botnet can cause thousands a second. */
export function makeFailureAudit({ audit, clock }: { readonly audit: Audit; readonly clock: Pick<Clock, 'after'> }) {
  const failed = { userId: 'anonymous', action: 'login_failed' }
  let count = 0
  let cancel: (() => void) | undefined

  const endSecond = () => {
    const omitted = count - maxPerSecond
    if (omitted > 0) audit.write({ ...failed, detail: { omitted } })
    count = 0
    cancel = undefined
  }

  return {
    write(detail: Readonly<Record<string, unknown>>, ip: string): void {
      cancel ??= clock.after(1000, endSecond)
      count += 1
      if (count <= maxPerSecond) audit.write({ ...failed, detail, ip })
    },
    close(): void {
      cancel?.()
      endSecond()
    },
  }
}
export type FailureAudit = ReturnType<typeof makeFailureAudit>
