import { Badge, cn, PageLink, Sparkline, useFormat, useNear, useT } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { memo, type ReactNode, useRef } from 'react'
import { networkTab } from '../pages.ts'
import type { Assessed } from './health.ts'
import { HealthMark, WorstTarget } from './health-mark.tsx'

const edges: Partial<Record<Assessed['health'], string>> = { severe: 'bg-danger', warning: 'bg-warn' }

/**
 * A server as a card that links to its tab. Renders only after changes; sparklines are drawn near the viewport only.
 * `first`: within the initial viewport.
 */
export const ServerCard = memo(function ServerCard(props: Assessed & { first: boolean }) {
  const { id, server, health, latency, loss, worst, first } = props
  const card = useRef<HTMLLIElement>(null)
  const near = useNear(card, first)
  const t = useT()
  const format = useFormat()
  const { server_name: name, targets, anomaly_count: anomalies } = server
  return (
    <li
      ref={card}
      className="panel relative flex min-w-0 flex-col gap-2.5 overflow-hidden p-4 transition-shadow [contain-intrinsic-block-size:auto_11rem] [content-visibility:auto] hover:shadow-pop has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent"
    >
      {edges[health] && <span aria-hidden className={cn('absolute inset-y-0 left-0 w-0.75', edges[health])} />}
      <div className="flex h-6 min-w-0 items-center gap-2">
        <PageLink
          page={serverPage}
          params={{ id }}
          search={{ tab: networkTab }}
          data-row={id}
          data-tip={name}
          otherwise={<span className="min-w-0 truncate font-semibold">{name}</span>}
          className="min-w-0 truncate rounded-xs font-semibold outline-none after:absolute after:inset-0 hover:text-accent"
        >
          {name}
        </PageLink>
        <span className="flex-1" />
        <HealthMark health={health} />
      </div>
      <dl className="grid grid-cols-2 gap-x-5">
        <Figure
          label={t('network.latency')}
          value={latency === undefined ? '–' : format.ms(latency)}
          values={near ? server.latency_sparkline : undefined}
          color={1}
        />
        <Figure
          label={t('network.loss')}
          value={loss === undefined ? '–' : format.percent(loss * 100, 1)}
          values={near ? server.loss_sparkline : undefined}
          max={1}
          color={4}
        />
      </dl>
      <p className="mt-auto flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
        <span>{t('network.targets', { count: targets.length })}</span>
        {anomalies > 0 && (
          <Badge tone="warn" data-tip={t('network.anomaliesHint')}>
            {t('network.anomalies', { count: anomalies, number: format.number(anomalies) })}
          </Badge>
        )}
      </p>
      {worst && <WorstTarget target={worst} className="border-t pt-2 [&>:last-child]:ml-auto" />}
    </li>
  )
})

const Figure = (props: {
  label: string
  value: string
  /** undefined outside the viewport */
  values: readonly (number | null)[] | undefined
  max?: number
  color: number
}): ReactNode => (
  <div className="min-w-0">
    <dt className="caption">{props.label}</dt>
    <dd className="figures font-semibold text-[1.125rem] leading-7">{props.value}</dd>
    <dd aria-hidden="true" className="h-6">
      {props.values && (
        <Sparkline
          values={props.values}
          color={props.color}
          className="w-full"
          {...(props.max === undefined ? {} : { max: props.max })}
        />
      )}
    </dd>
  </div>
)
