import { Skeleton, useFormat, useT } from '@svc/dashboard-sdk'
import type { RateLimitPage } from '@svc/plugin-system/contract'
import type { ReactNode } from 'react'
import { useScopeText } from './use-scope-text.js'

/** How many attempts each scope allows one address in which time. */
export function Budgets({ scopes }: { scopes: RateLimitPage['scopes'] | undefined }): ReactNode {
  const t = useT()
  const format = useFormat()
  const scopeText = useScopeText()
  if (!scopes) return <Skeleton className="mb-4 h-14 w-full max-w-md" />
  if (scopes.length === 0) return null
  return (
    <dl className="mb-4 flex flex-wrap gap-3">
      {scopes.map(({ scope, max, window_seconds }) => (
        <div key={scope} className="panel min-w-44 flex-1 px-4 py-3 sm:flex-none">
          <dt className="caption">{scopeText(scope)}</dt>
          <dd className="figures mt-0.5 font-medium text-sm">
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
