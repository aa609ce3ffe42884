import { toast, useFormat, useMutate, useT } from '@svc/dashboard-sdk'
import type { RateLimitReset } from '@svc/plugin-system/contract'

export const rateLimitPath = '/api/admin/rate-limit'

/** Forgets what was counted: of one address in one scope, or all of it. */
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
