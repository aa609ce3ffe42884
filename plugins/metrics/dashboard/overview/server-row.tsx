import {
  cn,
  moveFocusInList,
  PageLink,
  Sparkline,
  StatusDot,
  type StatusTone,
  sparklineValues,
  TagLine,
  useFormat,
  useLiveBuffer,
  useServer,
  useT,
} from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { ServerStatus } from '@svc/protocol'
import { OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Assessed, Reason } from './assess.ts'
import { type Level, type RuleId, share } from './health-rules.ts'
import { metricFor, type RowMetric, reasonLinks } from './reason-links.ts'
import { useReasonText } from './reason-text.ts'

type Status = 'critical' | 'warning' | 'well' | 'waiting'
const statusByLevel: Record<Level, Status> = { 2: 'critical', 1: 'warning', 0: 'well' }
const tones: Record<Status, StatusTone> = { critical: 'danger', warning: 'warn', well: 'on', waiting: 'pending' }

/** A server and its problems. The name links to the worst one. */
function ServerRow(props: {
  id: string
  level: Level
  reasons: readonly Reason[]
  group: string | undefined
  onTag: (tag: string) => void
}): ReactNode {
  const { id, level, reasons, group, onTag } = props
  const t = useT()
  const server = useServer(id)
  if (!server) return null
  const isWaiting = !server.online && server.agent_authority.status !== 'claimed'
  const status = isWaiting && level === 0 ? 'waiting' : statusByLevel[level]
  const worst = reasons[0]
  const link = worst ? reasonLinks[worst.rule] : isWaiting ? { tab: 'agent' } : {}
  return (
    <li
      className={cn(
        'group/row relative grid min-h-16 items-center gap-x-5 gap-y-2 border-b px-4 py-3 last:border-b-0 hover:bg-accent-soft/40 has-[[data-row]:focus-visible]:bg-accent-soft/40',
        'grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_auto]',
        level === 2 && 'bg-danger/4',
      )}
    >
      <div className="flex min-w-0 items-center gap-3">
        <StatusDot tone={tones[status]} label={t(`overview.mark.${status}`)} hideLabel />
        <div className="min-w-0">
          <PageLink
            page={serverPage}
            params={{ id }}
            search={link}
            data-row={id}
            title={server.name}
            className="block truncate rounded-xs font-medium after:absolute after:inset-0 group-hover/row:text-accent"
          >
            {server.name}
          </PageLink>
          <TagLine
            text={group}
            tags={server.tags}
            onTag={onTag}
            tagTitle={(tag) => t('overview.onlyTag', { tag })}
            className="mt-0.5"
          />
        </div>
      </div>
      <div className="min-w-0 max-md:col-span-2 max-md:row-start-2 max-md:pl-5.5">
        {isWaiting && level === 0 && <p className="text-muted text-sm">{t('overview.waiting')}</p>}
        {!isWaiting && reasons.length === 0 && <HealthyDetails server={server} />}
        {reasons.length > 0 && <Reasons id={id} server={server} reasons={reasons} />}
      </div>
      <MetricTrend id={id} server={server} rule={worst?.rule} />
    </li>
  )
}

/** Key metrics of a healthy server. */
function HealthyDetails({ server }: { server: ServerStatus }) {
  const t = useT()
  const format = useFormat()
  const percent = (used: number, total: number) => format.percent(share(used, total) ?? Number.NaN, 0)
  const figures = [
    ['memory', percent(server.mem_used, server.mem_total)],
    ['disk', percent(server.disk_used, server.disk_total)],
    ['load', format.number(server.load1, 2)],
  ] as const
  return (
    <div className="text-faint text-sm">
      <span className="sr-only">{t('overview.fine')}</span>
      <dl className="figures flex flex-wrap gap-x-4">
        {figures.map(([id, value]) => (
          <div key={id} className="flex gap-1.5">
            <dt>{t(`overview.figure.${id}`)}</dt>
            <dd className="min-w-[4ch] text-muted">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Each reason links to its cause. Not focusable, so that a row is a single tab stop. */
function Reasons({ id, server, reasons }: { id: string; server: ServerStatus; reasons: readonly Reason[] }) {
  const text = useReasonText()
  return (
    <ul className="flex flex-wrap gap-x-1.5 gap-y-1">
      {reasons.map((reason) => {
        const Icon = reason.level === 2 ? OctagonAlert : TriangleAlert
        return (
          <li key={reason.rule} className="inline-flex max-w-full">
            <PageLink
              page={serverPage}
              params={{ id }}
              search={reasonLinks[reason.rule]}
              tabIndex={-1}
              className={cn(
                'figures relative z-1 inline-flex max-w-full items-center gap-1.5 rounded-sm px-2 py-0.5 font-medium text-sm hover:underline',
                reason.level === 2 ? 'bg-danger/12 text-danger' : 'bg-warn/13 text-warn',
              )}
            >
              <Icon className="size-3.5 shrink-0" aria-hidden />
              <span>{text(reason, server)}</span>
            </PageLink>
          </li>
        )
      })}
    </ul>
  )
}

/** Sparkline and current value of the metric behind a reason. Empty while the server is offline. */
function MetricTrend({ id, server, rule }: { id: string; server: ServerStatus; rule: RuleId | undefined }): ReactNode {
  const t = useT()
  const buffer = useLiveBuffer(id)
  const value = useMetricText()
  if (!server.online) return <div aria-hidden className="w-24 max-md:hidden md:w-44" />
  const figure = metricFor(rule)
  const values = sparklineValues(buffer.map((live) => figure.of(live, server) ?? null))
  const now = figure.of(server, server)
  return (
    <div className="flex items-center gap-3 md:w-44">
      <Sparkline
        values={values}
        {...(figure.max ? { max: figure.max } : {})}
        color={figure.color}
        className="w-20 shrink-0 max-md:hidden"
      />
      <p className="min-w-0 flex-1 text-right leading-4">
        <span className="caption block truncate">{t(`overview.figure.${figure.id}`)}</span>
        <span className="figures block whitespace-nowrap text-sm">{now === undefined ? '–' : value(figure, now)}</span>
      </p>
    </div>
  )
}

function useMetricText() {
  const format = useFormat()
  return ({ id, max }: RowMetric, value: number) => {
    if (max) return format.percent(value, 0)
    return id === 'network' ? format.rate(value) : format.number(value, 2)
  }
}

/** The list of servers with arrow key navigation. */
export function ServerList(props: {
  rows: readonly Assessed[]
  groupName: (id: string) => string | undefined
  onTag: (tag: string) => void
}): ReactNode {
  const { rows, groupName, onTag } = props
  const t = useT()
  return (
    <ul aria-label={t('overview.list')} onKeyDown={moveFocusInList}>
      {rows.map(({ id, server, level, reasons }) => (
        <ServerRow
          key={id}
          id={id}
          level={level}
          reasons={reasons}
          group={server.group_id ? groupName(server.group_id) : undefined}
          onTag={onTag}
        />
      ))}
    </ul>
  )
}
