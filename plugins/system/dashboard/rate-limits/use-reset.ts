import { toast, useFormat, useMutate, useT } from '@svc/dashboard-sdk'
import type { RateLimitReset } from '@svc/plugin-system/contract'

export const rateLimitPath = '/api/admin/rate-limit'

/** Resets the limit of an address in a scope, or all limits. */
export function useReset(onDone: () => void) {
  const t = useT()
  const format = useFormat()
  return useMutate<RateLimitReset, { cleared: number }>('POST', `${rateLimitPath}/reset`, {
    invalidates: [rateLimitPath],
    onDone: ({ cleared }, { ip }) => {
      toast.success(
        ip === undefined
          ? t('rateLimits.resetAllDone', { count: cleared, number: format.number(cleared) })
          : t('rateLimits.resetDone', { address: ip }),
      )
      onDone()
    },
  })
}
