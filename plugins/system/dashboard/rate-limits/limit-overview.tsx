import { Skeleton, useFormat, useT } from '@svc/dashboard-sdk'
import type { RateLimitPage } from '@svc/plugin-system/contract'
import type { ReactNode } from 'react'
import { useScopeText } from './use-scope-text.ts'

/** The configured limits per scope. */
export function LimitOverview({ scopes }: { scopes: RateLimitPage['scopes'] | undefined }): ReactNode {
  const t = useT()
  const format = useFormat()
  const scopeText = useScopeText()
  if (!scopes) return <Skeleton className="mb-4 h-15 w-full" />
  if (scopes.length === 0) return null
  return (
    <dl className="panel mb-4 flex flex-wrap gap-x-12 gap-y-2 px-5 py-3 max-sm:flex-col">
      {scopes.map(({ scope, max, window_seconds }) => (
        <div key={scope} className="min-w-0 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4">
          <dt className="caption">{scopeText(scope)}</dt>
          <dd className="figures font-medium text-sm sm:mt-0.5">
            {max === 0
              ? t('rateLimits.nothing')
              : t('rateLimits.budget', {
                  count: max,
                  number: format.number(max),
                  time: format.duration(window_seconds),
                })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
