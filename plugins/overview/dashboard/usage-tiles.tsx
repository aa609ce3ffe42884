import {
  cn,
  levelOf,
  PageLink,
  Sparkline,
  sparklineValues,
  useFormat,
  useRecentTraffic,
  useSampledServers,
  useT,
  useUsageLimits,
} from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { UsageLimits } from '@svc/protocol'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { fleetSums } from './fleet-sums.ts'
import { type Peak, peaksOf } from './peaks.ts'

const textColors = { normal: 'text-ink', warning: 'text-warn', danger: 'text-danger' }

/** The highest usage and the traffic of the fleet, in large type. */
export default function UsageTiles(): ReactNode {
  const t = useT()
  const format = useFormat()
  const servers = useSampledServers(1000)
  const peaks = useMemo(() => peaksOf(servers), [servers])
  const sums = useMemo(() => fleetSums(servers), [servers])
  const recent = useRecentTraffic()
  const traffic = useMemo(() => ({ in: sparklineValues(recent.in), out: sparklineValues(recent.out) }), [recent])
  const diskLevel = levelOf(peaks.disk?.value ?? 0, useUsageLimits('disk'))
  const peak = Math.max(1, ...traffic.in.map((value) => value ?? 0), ...traffic.out.map((value) => value ?? 0))
  return (
    <>
      <Tile title={t('fleet.cpu')}>
        <PeakValue peak={peaks.cpu} limits={useUsageLimits('cpu')} />
        <p className="mt-auto truncate text-faint text-xs">
          {t('fleet.mean')} <span className="figures text-muted">{format.percent(sums.cpu ?? Number.NaN)}</span>
        </p>
      </Tile>
      <Tile title={t('fleet.memory')}>
        <PeakValue peak={peaks.memory} limits={useUsageLimits('memory')} />
        <p className="mt-auto flex min-w-0 items-baseline gap-1.5 text-faint text-xs">
          <span className="shrink-0">{t('fleet.disk')}</span>
          {peaks.disk ? (
            <>
              <span className={cn('figures shrink-0', diskLevel === 'normal' ? 'text-muted' : textColors[diskLevel])}>
                {format.percent(peaks.disk.value, 0)}
              </span>
              <PeakName peak={peaks.disk} />
            </>
          ) : (
            '–'
          )}
        </p>
      </Tile>
      <Tile title={t('fleet.network')} className="relative lg:flex-[1.3]">
        <dl className="figures relative z-1 flex flex-wrap gap-x-6">
          <Rate
            icon={<ArrowDown aria-hidden className="size-4 text-chart-1" />}
            label={t('usage.in')}
            value={format.rate(sums.netIn)}
          />
          <Rate
            icon={<ArrowUp aria-hidden className="size-4 text-chart-2" />}
            label={t('usage.out')}
            value={format.rate(sums.netOut)}
          />
        </dl>
        <div className="relative mt-auto h-7">
          <Sparkline values={traffic.in} max={peak} color={1} className="absolute inset-0 h-full w-full" />
          <Sparkline values={traffic.out} max={peak} color={2} className="absolute inset-0 h-full w-full" />
        </div>
      </Tile>
    </>
  )
}

const Big = ({ children, className }: { children: ReactNode; className?: string }) => (
  <span className={cn('font-semibold text-[1.75rem] leading-9 tracking-tight', className)}>{children}</span>
)

const Tile = (props: { title: string; className?: string; children: ReactNode }) => (
  <div className={cn('flex min-h-28 min-w-0 flex-1 flex-col px-4 py-3.5 xl:px-5', props.className)}>
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
    data-tip={peak.name}
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
