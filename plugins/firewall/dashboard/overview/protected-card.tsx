import { Card, CodeBlock, ErrorState, Skeleton, useApi, useT } from '@svc/dashboard-sdk'
import type { ProtectedRange } from '@svc/plugin-firewall/contract'
import type { ReactNode } from 'react'
import { protectedPath } from '../paths.ts'

const kinds = ['allow_list', 'client', 'session', 'server', 'this_server', 'trusted_proxy', 'fixed'] as const

/** Longer lists are cut: the check of the form knows all of them. */
const maxRanges = 40

/** What nobody can block, and how to extend the allow list. */
export function ProtectedCard(): ReactNode {
  const t = useT()
  const { data, error, refetch } = useApi<readonly ProtectedRange[]>(protectedPath, { staleTime: 0 })
  return (
    <Card title={t('protected.title')} description={t('protected.lead')}>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-32" />
        )
      ) : (
        <dl className="flex flex-col gap-3 text-sm">
          {kinds.map((kind) => {
            const ranges = data.filter((each) => each.kind === kind)
            if (ranges.length === 0 && kind !== 'allow_list') return null
            return (
              <div key={kind}>
                <dt className="text-muted text-xs">{t(`protected.${kind}`)}</dt>
                <dd className="mt-1 flex flex-wrap gap-1.5">
                  {ranges.slice(0, maxRanges).map(({ range }) => (
                    <code key={range} className="break-all rounded-xs bg-sunken px-1.5 py-0.5 text-xs">
                      {range}
                    </code>
                  ))}
                  {ranges.length > maxRanges && (
                    <span className="text-faint text-xs">
                      {t('protected.more', { count: ranges.length - maxRanges })}
                    </span>
                  )}
                  {ranges.length === 0 && <span className="text-faint">{t('protected.empty')}</span>}
                </dd>
              </div>
            )
          })}
        </dl>
      )}
      <p className="mt-4 mb-1.5 text-muted text-sm">{t('protected.how')}</p>
      <CodeBlock text={'[firewall]\nallow_list = ["203.0.113.0/24"]'} label={t('protected.how')} />
    </Card>
  )
}
