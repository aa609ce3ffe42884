import {
  cn,
  levelOf,
  PageLink,
  type ServerState,
  Sparkline,
  sparklineValues,
  useFormat,
  useRecentTraffic,
  useSampledServers,
  useT,
  useUsageLimits,
} from '@svc/dashboard-sdk'
import type { UsageLimits } from '@svc/protocol'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { serverPage } from '../pages.ts'
import { fleetOf, type Peak } from './fleet.ts'
import { FleetStates } from './fleet-states.tsx'

const textColors = { normal: 'text-ink', warning: 'text-warn', danger: 'text-danger' }

/** A summary of the whole fleet, in large type. */
export function FleetStrip({ onState }: { onState: (state: ServerState | undefined) => void }): ReactNode {
  const t = useT()
  const format = useFormat()
  const servers = useSampledServers(1000)
  const fleet = useMemo(() => fleetOf(servers), [servers])
  const recent = useRecentTraffic()
  const traffic = useMemo(() => ({ in: sparklineValues(recent.in), out: sparklineValues(recent.out) }), [recent])
  const diskLevel = levelOf(fleet.disk?.value ?? 0, useUsageLimits('disk'))
  const peak = Math.max(1, ...traffic.in.map((value) => value ?? 0), ...traffic.out.map((value) => value ?? 0))
  return (
    <section
      aria-label={t('fleet.label')}
      className="panel mb-5 grid grid-cols-2 overflow-hidden max-lg:[&>*:nth-child(n+3)]:border-t lg:grid-cols-[1.1fr_1fr_1fr_1.3fr]"
    >
      <Tile title={t('fleet.online')}>
        <p className="figures flex flex-wrap items-baseline gap-x-1.5">
          <Big>{format.number(fleet.online)}</Big>
          <span className="whitespace-nowrap text-faint text-lg">/ {format.number(fleet.total)}</span>
        </p>
        <FleetStates states={fleet.states} total={fleet.total} onState={onState} />
      </Tile>
      <Tile title={t('fleet.cpu')} className="border-l">
        <PeakValue peak={fleet.cpu} limits={useUsageLimits('cpu')} />
        <p className="mt-auto truncate text-faint text-xs">
          {t('fleet.mean')} <span className="figures text-muted">{format.percent(fleet.meanCpu)}</span>
        </p>
      </Tile>
      <Tile title={t('fleet.memory')} className="lg:border-l">
        <PeakValue peak={fleet.memory} limits={useUsageLimits('memory')} />
        <p className="mt-auto flex min-w-0 items-baseline gap-1.5 text-faint text-xs">
          <span className="shrink-0">{t('fleet.disk')}</span>
          {fleet.disk ? (
            <>
              <span className={cn('figures shrink-0', diskLevel === 'normal' ? 'text-muted' : textColors[diskLevel])}>
                {format.percent(fleet.disk.value, 0)}
              </span>
              <PeakName peak={fleet.disk} />
            </>
          ) : (
            '–'
          )}
        </p>
      </Tile>
      <Tile title={t('fleet.network')} className="relative border-l">
        <dl className="figures relative z-1 flex flex-wrap gap-x-6">
          <Rate
            icon={<ArrowDown aria-hidden className="size-4 text-chart-1" />}
            label={t('figure.in')}
            value={format.rate(fleet.netIn)}
          />
          <Rate
            icon={<ArrowUp aria-hidden className="size-4 text-chart-2" />}
            label={t('figure.out')}
            value={format.rate(fleet.netOut)}
          />
        </dl>
        <div className="relative mt-auto h-7">
          <Sparkline values={traffic.in} max={peak} color={1} className="absolute inset-0 h-full w-full" />
          <Sparkline values={traffic.out} max={peak} color={2} className="absolute inset-0 h-full w-full" />
        </div>
      </Tile>
    </section>
  )
}

const Big = ({ children, className }: { children: ReactNode; className?: string }) => (
  <span className={cn('font-semibold text-[1.75rem] leading-9 tracking-tight', className)}>{children}</span>
)

const Tile = (props: { title: string; className?: string; children: ReactNode }) => (
  <div className={cn('flex min-h-28 min-w-0 flex-col px-4 py-3.5 xl:px-5', props.className)}>
    <h2 className="caption mb-0.5 truncate">{props.title}</h2>
    {props.children}
  </div>
)

function PeakValue({ peak, limits }: { peak: Peak | undefined; limits: UsageLimits }) {
  const format = useFormat()
  if (!peak) return <Big className="text-faint">–</Big>
  return (
    <p className="flex min-w-0 items-baseline gap-2">
      <Big className={cn('figures shrink-0', textColors[levelOf(peak.value, limits)])}>
        {format.percent(peak.value, 0)}
      </Big>
      <PeakName peak={peak} />
    </p>
  )
}

const PeakName = ({ peak }: { peak: Peak }) => (
  <PageLink
    page={serverPage}
    params={{ id: peak.id }}
    title={peak.name}
    className="min-w-0 truncate rounded-xs text-muted text-xs hover:text-accent"
  >
    {peak.name}
  </PageLink>
)

const Rate = ({ icon, label, value }: { icon: ReactNode; label: string; value: string }) => (
  <div className="flex items-baseline gap-1.5">
    <dt className="self-center">
      {icon}
      <span className="sr-only">{label}</span>
    </dt>
    <dd className="min-w-[8ch] whitespace-nowrap font-semibold text-base leading-6 tracking-tight xl:leading-9 2xl:text-[1.125rem]">
      {value}
    </dd>
  </div>
)
