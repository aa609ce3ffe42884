import { Meter, useFormat, useSampledServers, useT, useUsageLimits } from '@svc/dashboard-sdk'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { fleetSums, type Used } from './fleet-sums.ts'

/** Milliseconds between updates. */
const sampleMs = 3000

/** What the online servers use together. */
export default function FleetTotals(): ReactNode {
  const t = useT()
  const format = useFormat()
  const servers = useSampledServers(sampleMs)
  const fleet = useMemo(() => fleetSums(servers), [servers])
  const limits = { cpu: useUsageLimits('cpu'), memory: useUsageLimits('memory'), disk: useUsageLimits('disk') }
  const detail = ({ used, total }: Used) => (
    <>
      <span className="max-sm:hidden">{format.bytes(used)} / </span>
      {format.bytes(total)}
    </>
  )
  return (
    <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-4">
      <Total title={t('fleet.meanCpu')}>
        {fleet.cpu === undefined ? (
          <None />
        ) : (
          <Meter value={fleet.cpu} limits={limits.cpu} label={t('fleet.meanCpu')} />
        )}
      </Total>
      {(['memory', 'disk'] as const).map((kind) => {
        const used = fleet[kind]
        return (
          <Total key={kind} title={t(`usage.${kind}`)}>
            {used.percent === undefined ? (
              <None />
            ) : (
              <Meter value={used.percent} limits={limits[kind]} label={t(`usage.${kind}`)} detail={detail(used)} />
            )}
          </Total>
        )
      })}
      <Total title={t('usage.network')}>
        <p className="figures flex flex-wrap gap-x-5 font-medium text-sm">
          <Rate icon={ArrowDown} color="text-chart-1" label={t('usage.in')} value={format.rate(fleet.netIn)} />
          <Rate icon={ArrowUp} color="text-chart-2" label={t('usage.out')} value={format.rate(fleet.netOut)} />
        </p>
      </Total>
    </dl>
  )
}

const None = () => <span className="text-faint">–</span>

const Total = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="caption mb-0.5 truncate">{title}</dt>
    <dd>{children}</dd>
  </div>
)

const Rate = (props: { icon: typeof ArrowUp; color: string; label: string; value: string }) => (
  <span className="inline-flex min-w-[9ch] items-center gap-1 whitespace-nowrap">
    <props.icon className={`size-3.5 ${props.color}`} aria-hidden />
    <span className="sr-only">{props.label}</span>
    {props.value}
  </span>
)
