import { Badge, Countdown, EmptyState, IconButton, Meter, Table, useFormat, useT } from '@svc/dashboard-sdk'
import type { RateLimitEntry } from '@svc/plugin-system/contract'
import { RotateCcw, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useScopeText } from './use-scope-text.ts'

/** Percentage of the limit; 100 for a limit of 0. */
const share = ({ count, max }: RateLimitEntry) => (max === 0 ? 100 : (count / max) * 100)

/** Addresses with attempts, blocked ones first. */
export function LimitTable(props: {
  entries: readonly RateLimitEntry[] | undefined
  /** when the entries were fetched; epoch milliseconds of this browser */
  readAt: number
  error: unknown
  onRetry: () => void
  /** the entry that is being reset */
  busy: RateLimitEntry | undefined
  onReset: (entry: RateLimitEntry) => void
}): ReactNode {
  const { entries, readAt, error, onRetry, busy, onReset } = props
  const t = useT()
  const format = useFormat()
  const scopeText = useScopeText()
  const isBusy = (entry: RateLimitEntry) => busy?.ip === entry.ip && busy.scope === entry.scope
  const attempts = ({ count, max }: RateLimitEntry) => `${format.number(count)} / ${format.number(max)}`

  return (
    <Table
      caption={t('rateLimits.title')}
      rows={entries}
      rowKey={({ scope, ip }) => `${scope} ${ip}`}
      error={error}
      onRetry={onRetry}
      empty={<EmptyState icon={ShieldCheck} title={t('rateLimits.empty')} description={t('rateLimits.emptyHint')} />}
      columns={[
        {
          id: 'address',
          header: t('rateLimits.column.address'),
          cell: ({ ip, blocked, scope }) => (
            <>
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="break-all font-mono max-sm:text-xs">{ip}</span>
                {blocked && <Badge tone="danger">{t('rateLimits.blocked')}</Badge>}
              </span>
              <span className="mt-0.5 block text-muted text-xs sm:hidden">{scopeText(scope)}</span>
            </>
          ),
        },
        {
          id: 'scope',
          header: t('rateLimits.column.scope'),
          className: 'max-sm:hidden',
          cell: ({ scope }) => scopeText(scope),
        },
        {
          id: 'attempts',
          header: t('rateLimits.column.attempts'),
          className: 'w-48 max-sm:w-28 max-sm:px-1',
          cell: (entry) => (
            <Meter
              value={share(entry)}
              label={t('rateLimits.used', { address: entry.ip, scope: scopeText(entry.scope) })}
              detail={attempts(entry)}
            />
          ),
        },
        {
          id: 'ends',
          header: t('rateLimits.column.ends'),
          align: 'right',
          className: 'whitespace-nowrap max-sm:px-1',
          // by remaining time, because the clocks of server and browser may differ
          cell: ({ seconds_remaining }) => <Countdown until={readAt + seconds_remaining * 1000} onExpired={onRetry} />,
        },
        {
          id: 'reset',
          label: t('rateLimits.column.reset'),
          align: 'right',
          className: 'w-12',
          cell: (entry) => (
            <IconButton
              size="sm"
              label={t('rateLimits.reset', { address: entry.ip, scope: scopeText(entry.scope) })}
              busy={isBusy(entry)}
              onClick={() => onReset(entry)}
            >
              <RotateCcw aria-hidden />
            </IconButton>
          ),
        },
      ]}
    />
  )
}
