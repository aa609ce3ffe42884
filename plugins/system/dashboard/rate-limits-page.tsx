import {
  Button,
  Card,
  ConfirmDialog,
  IconButton,
  PageHeader,
  Skeleton,
  StaleNote,
  toast,
  useApi,
  useFormat,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { RateLimitEntry, RateLimitPage, RateLimitReset } from '@svc/plugin-system/contract'
import { RefreshCw, RotateCcw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { LimitTable } from './rate-limits/limit-table.tsx'
import { useScopeText } from './rate-limits/use-scope-text.ts'

/** The configured limits per scope. */
function LimitOverview({ scopes }: { scopes: RateLimitPage['scopes'] | undefined }): ReactNode {
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
              ? t('rateLimits.unlimited')
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

const rateLimitPath = '/api/admin/rate-limit'

/** Resets the limit of an address in a scope, or all limits. */
function useReset(onDone: () => void) {
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

/** Lists rate limits and resets them. */
export default function RateLimitsPage(): ReactNode {
  const t = useT()
  const format = useFormat()
  const list = useRef<HTMLDivElement>(null)
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState<RateLimitEntry>()
  const { data, error, isFetching, dataUpdatedAt, refetch } = useApi<RateLimitPage>(rateLimitPath, {
    refetchInterval: 5000,
    staleTime: 0,
  })
  const reload = useCallback(() => void refetch(), [refetch])
  const reset = useReset(() => {
    setConfirming(false)
    // the clicked button disappears with its row
    list.current?.focus({ preventScroll: true })
  })
  const total = data?.total ?? 0
  const shown = data?.entries.length ?? 0

  return (
    <>
      <PageHeader
        title={t('rateLimits.title')}
        description={t('rateLimits.lead')}
        actions={
          <>
            <IconButton
              label={t('rateLimits.refresh')}
              variant="secondary"
              busy={isFetching && data !== undefined && error !== null}
              onClick={reload}
            >
              <RefreshCw aria-hidden />
            </IconButton>
            <Button onClick={() => setConfirming(true)} disabled={total === 0}>
              <RotateCcw aria-hidden />
              {t('rateLimits.resetAll')}
            </Button>
          </>
        }
      />
      {data?.trusts_private_networks && (
        <p role="note" className="panel mb-4 flex gap-3 px-5 py-3 text-muted text-sm">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          {t('rateLimits.trustsPrivateNetworks')}
        </p>
      )}
      {(data || !error) && <LimitOverview scopes={data?.scopes} />}
      <p role="status" className="figures mb-2 min-h-4 px-1 text-faint text-xs">
        {data &&
          total > 0 &&
          t('rateLimits.count', {
            count: total,
            number: format.number(total),
            blocked: format.number(data.blocked),
          })}
        {data && shown < total && ` · ${t('rateLimits.more', { number: format.number(shown) })}`}
      </p>
      {data && <StaleNote error={error} onRetry={reload} />}
      <div ref={list} tabIndex={-1} className="outline-none">
        <Card flush>
          <LimitTable
            entries={data?.entries}
            readAt={dataUpdatedAt}
            error={error}
            onRetry={reload}
            busy={reset.isPending ? busy : undefined}
            onReset={(entry) => {
              setBusy(entry)
              reset.mutate({ scope: entry.scope, ip: entry.ip })
            }}
          />
        </Card>
      </div>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={t('rateLimits.resetAllTitle')}
        description={t('rateLimits.resetAllText', { count: total, number: format.number(total) })}
        action={t('rateLimits.resetAll')}
        busy={reset.isPending}
        onConfirm={() => {
          setBusy(undefined)
          reset.mutate({})
        }}
      />
    </>
  )
}
