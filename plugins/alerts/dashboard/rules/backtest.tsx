import { Button, InlineError, Segmented, Skeleton, useCodedText, useFormat, useMutate, useT } from '@svc/dashboard-sdk'
import type { BacktestInput, BacktestResult } from '@svc/plugin-alerts/contract'
import { History } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ServerLink } from '../parts/server-link.tsx'
import { backtestPath } from '../paths.ts'
import { findProblems, type RuleDraft, type Types, toRuleInput } from './rule-draft.ts'

const spans = ['7', '30'] as const
/** Servers shown; the response has more. */
const maxServers = 5

/** Alerts by day. */
function Days({ days }: { days: BacktestResult['per_day'] }): ReactNode {
  const t = useT()
  const format = useFormat()
  const most = Math.max(1, ...days.map(({ alerts }) => alerts))
  const label = days.map(({ at, alerts }) => `${format.date(at)}: ${format.number(alerts)}`).join(', ')
  return (
    <div role="img" aria-label={`${t('backtest.perDay')}: ${label}`} className="flex h-10 items-end gap-1">
      {days.map(({ at, alerts }) => (
        <span
          key={at}
          data-tip={`${format.date(at)}: ${format.number(alerts)}`}
          style={{ height: alerts === 0 ? '2px' : `${Math.max(12, (100 * alerts) / most)}%` }}
          className={
            alerts === 0 ? 'min-w-1 max-w-8 flex-1 rounded-xs bg-line' : 'min-w-1 max-w-8 flex-1 rounded-xs bg-accent'
          }
        />
      ))}
    </div>
  )
}

function Result({ result, types }: { result: BacktestResult; types: Types }): ReactNode {
  const t = useT()
  const format = useFormat()
  const sentence = useCodedText()
  const { alerts, firing_servers, servers, firing_seconds, longest_seconds, notices, messages, unsupported } = result
  if (unsupported.length > 0) {
    const names = unsupported.map((type) => {
      const found = types.get(type)
      return found ? sentence(found.name_text) : type
    })
    return <p className="text-muted text-sm">{t('backtest.unsupported', { types: names.join(', ') })}</p>
  }
  if (alerts === 0) return <p className="text-sm">{t('backtest.none', { count: servers })}</p>
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div>
        <p className="font-medium">
          {t('backtest.alerts', { count: alerts, number: format.number(alerts) })}{' '}
          {t('backtest.servers', {
            count: servers,
            number: format.number(firing_servers),
            total: format.number(servers),
          })}
        </p>
        <p className="text-muted">
          {t('backtest.lasting', { total: format.duration(firing_seconds), longest: format.duration(longest_seconds) })}
        </p>
        <p className="text-muted">
          {messages === null
            ? t('backtest.tooMany', { number: format.number(notices) })
            : t(messages < notices ? 'backtest.grouped' : 'backtest.messages', {
                count: messages,
                number: format.number(messages),
                alone: format.number(notices),
              })}
        </p>
      </div>
      <Days days={result.per_day} />
      <ul>
        {result.top.slice(0, maxServers).map((one) => (
          <li key={one.server_id} className="flex flex-wrap justify-between gap-x-4 border-t py-1 first:border-t-0">
            <ServerLink id={one.server_id} name={one.server_name} />
            <span className="figures text-muted">
              {t('backtest.perServer', {
                count: one.alerts,
                number: format.number(one.alerts),
                span: format.duration(one.firing_seconds),
              })}
            </span>
          </li>
        ))}
      </ul>
      {result.top.length > maxServers && (
        <p className="text-faint text-xs">
          {t('backtest.more', { number: format.number(firing_servers - maxServers) })}
        </p>
      )}
    </div>
  )
}

/** Tests the rule being edited on stored history. */
export function Backtest({ draft, types }: { draft: RuleDraft; types: Types }): ReactNode {
  const t = useT()
  const [days, setDays] = useState<(typeof spans)[number]>('7')
  const {
    name: _,
    enabled: __,
    fail_trigger_tasks: ___,
    recover_trigger_tasks: ____,
    ...rule
  } = toRuleInput(draft, types)
  const key = JSON.stringify([rule, days])
  const [tested, setTested] = useState('')
  const test = useMutate<BacktestInput, BacktestResult>('POST', backtestPath, { onFailed: () => undefined })
  // The name is the only field that a test does not need.
  const isValid = Object.keys(findProblems({ ...draft, name: 'x' }, types)).length === 0
  const run = () => {
    setTested(key)
    test.mutate({ rule, days: days === '7' ? 7 : 30 })
  }
  const isStale = tested !== key
  return (
    <section aria-label={t('backtest.title')} aria-busy={test.isPending} className="rounded-md border px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <h3 className="font-medium text-sm">{t('backtest.title')}</h3>
          <p className="text-faint text-xs">{t('backtest.hint')}</p>
        </div>
        <Segmented
          label={t('backtest.span')}
          value={days}
          onChange={setDays}
          options={spans.map((value) => ({ value, label: t('backtest.days', { count: Number(value) }) }))}
        />
        <Button disabled={!isValid || test.isPending} onClick={run}>
          <History aria-hidden />
          {t('backtest.run')}
        </Button>
      </div>
      <div aria-live="polite">
        {test.isPending ? (
          <Skeleton className="mt-3 h-24" />
        ) : test.error ? (
          <div className="mt-3">
            <InlineError error={test.error} />
          </div>
        ) : (
          test.data && (
            <div className="mt-3 flex flex-col gap-3">
              {isStale && <p className="text-warn text-xs">{t('backtest.stale')}</p>}
              <Result result={test.data} types={types} />
            </div>
          )
        )}
      </div>
    </section>
  )
}
