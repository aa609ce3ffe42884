import {
  ApiError,
  Badge,
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  PageLink,
  RelativeTime,
  Skeleton,
  Slot,
  useApi,
  useCodedText,
  useFormat,
  useT,
} from '@svc/dashboard-sdk'
import type { AlertEventDetail } from '@svc/plugin-alerts/contract'
import { History, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { alertActions, alertDetails, alertsPage } from '../pages.ts'
import { AlertMark } from '../parts/alert-mark.tsx'
import { HandlingBadges } from '../parts/handling-badges.tsx'
import { ServerLink } from '../parts/server-link.tsx'
import { SeverityBadge } from '../parts/severity-badge.tsx'
import { SilencedBadge } from '../parts/silenced-badge.tsx'
import { eventsPath, itemPath } from '../paths.ts'
import { AlertHandling } from './alert-handling.tsx'
import { ChangeMark } from './change-mark.tsx'

/** Details of one alert. */
export function AlertDialog({ alertKey, onClose }: { alertKey: string; onClose: () => void }): ReactNode {
  const t = useT()
  const { data, error, refetch } = useApi<AlertEventDetail>(itemPath(eventsPath, alertKey), { staleTime: 0 })
  const isDeleted = error instanceof ApiError && error.status === 404
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={data?.rule_name ?? t('alert.title')}
      footer={
        data && (
          <>
            <Slot of={alertActions} alert={data} onClose={onClose} pending={null} />
            <Button asChild>
              <PageLink
                page={alertsPage}
                search={{ view: 'history', server: data.server_id, rule: data.rule_id, span: 'all' }}
                onClick={onClose}
              >
                <History aria-hidden />
                {t('alert.toHistory')}
              </PageLink>
            </Button>
          </>
        )
      }
    >
      {data ? (
        <Detail alert={data} />
      ) : isDeleted ? (
        <EmptyState icon={SearchX} title={t('alert.gone')} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-48" />
      )}
    </Dialog>
  )
}

function Detail({ alert }: { alert: AlertEventDetail }) {
  const t = useT()
  const format = useFormat()
  const sentence = useCodedText()
  const message = alert.value_text ? sentence(alert.value_text) : alert.message
  const labelClass = 'text-muted'
  return (
    <div className="flex flex-col gap-5 text-sm">
      <div>
        <p className="flex flex-wrap items-center gap-2">
          <AlertMark status={alert.status} />
          <SeverityBadge severity={alert.severity} />
          <HandlingBadges alert={alert} />
          {!alert.rule_enabled && <Badge>{t('alert.ruleOff')}</Badge>}
          <AlertHandling alert={alert} />
        </p>
        <p className="mt-1.5 break-words">{message}</p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5">
        <dt className={labelClass}>{t('column.server')}</dt>
        <dd>
          <ServerLink id={alert.server_id} name={alert.server_name} />
        </dd>
        {alert.source !== '' && (
          <>
            <dt className={labelClass}>{t('column.source')}</dt>
            <dd className="figures wrap-anywhere">{alert.source}</dd>
          </>
        )}
        <dt className={labelClass}>{t('column.openSince')}</dt>
        <dd>
          {format.dateTime(alert.first_triggered_at)} (<RelativeTime at={alert.first_triggered_at} />)
        </dd>
        {alert.resolved_at !== null && (
          <>
            <dt className={labelClass}>{t('alert.resolved')}</dt>
            <dd>
              {format.dateTime(alert.resolved_at)} (<RelativeTime at={alert.resolved_at} />)
            </dd>
          </>
        )}
        {alert.no_data_since !== null && (
          <>
            <dt className={labelClass}>{t('alert.noDataSince')}</dt>
            <dd>
              {format.dateTime(alert.no_data_since)} (<RelativeTime at={alert.no_data_since} />)
            </dd>
          </>
        )}
        <dt className={labelClass}>{t('mode.title')}</dt>
        <dd>
          {t(`mode.${alert.rule_trigger_mode}Short`, { span: format.duration(alert.rule_reminder_minutes * 60) })}
        </dd>
      </dl>
      {alert.changes.length > 0 && (
        <div>
          <h3 className="mb-1.5 font-medium">{t('alert.changes')}</h3>
          <ol className="flex flex-col gap-1.5">
            {alert.changes.map((change) => (
              <li key={change.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="flex min-w-0 items-center gap-2">
                  <ChangeMark change={change} />
                  <SilencedBadge alert={change} />
                </span>
                <span className="figures text-faint text-xs">{format.dateTime(change.at)}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
      <Slot of={alertDetails} alert={alert} />
    </div>
  )
}
