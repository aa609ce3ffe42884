import {
  Button,
  Card,
  ConfirmDialog,
  IconButton,
  PageHeader,
  StaleNote,
  useApi,
  useFormat,
  useT,
} from '@svc/dashboard-sdk'
import type { RateLimitEntry, RateLimitPage } from '@svc/plugin-system/contract'
import { RefreshCw, RotateCcw } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { LimitOverview } from './rate-limits/limit-overview.tsx'
import { LimitTable } from './rate-limits/limit-table.tsx'
import { rateLimitPath, useReset } from './rate-limits/use-reset.ts'

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
