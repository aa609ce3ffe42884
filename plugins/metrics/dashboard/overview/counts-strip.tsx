import { cn, Meter, useFormat, useT } from '@svc/dashboard-sdk'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FleetSums, Used } from './fleet-sums.ts'
import type { Show } from './overview-search.ts'

type Counts = Readonly<Record<Show | 'total', number>>

const order = ['problems', 'offline', 'online', 'total'] as const

const inks: Record<(typeof order)[number], string> = {
  problems: 'text-warn',
  offline: 'text-danger',
  online: 'text-ok',
  total: 'text-ink',
}

/** Server counts by status, which act as filters, and fleet totals. */
export function CountsStrip(props: {
  counts: Counts
  sums: FleetSums
  show: Show | undefined
  onShow: (show: Show | undefined) => void
}): ReactNode {
  const { counts, sums, show, onShow } = props
  const t = useT()
  const format = useFormat()
  return (
    <section aria-label={t('overview.fleet')} className="panel mb-5 overflow-hidden">
      <div className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
        {order.map((key) => {
          const pressed = key === 'total' ? show === undefined : show === key
          return (
            <button
              key={key}
              type="button"
              aria-pressed={pressed}
              onClick={() => onShow(key === 'total' || pressed ? undefined : key)}
              className={cn(
                'relative flex flex-col bg-panel px-4 py-3 text-left transition-colors hover:bg-[color-mix(in_oklab,var(--accent)_5%,var(--panel))] focus-visible:z-1 focus-visible:-outline-offset-2 xl:px-5',
                pressed && 'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-accent',
              )}
            >
              <span className="caption">{t(`overview.count.${key}`)}</span>
              <span
                className={cn(
                  'figures font-semibold text-[1.75rem] leading-9 tracking-tight',
                  counts[key] > 0 ? inks[key] : 'text-faint',
                )}
              >
                {format.number(counts[key])}
              </span>
            </button>
          )
        })}
      </div>
      <dl className="grid grid-cols-2 gap-px border-t bg-line lg:grid-cols-4">
        <SumCell title={t('overview.sum.cpu')}>
          {sums.cpu === undefined ? <None /> : <Meter value={sums.cpu} label={t('overview.sum.cpu')} />}
        </SumCell>
        <SumCell title={t('overview.sum.memory')}>
          <Share used={sums.memory} label={t('overview.sum.memory')} />
        </SumCell>
        <SumCell title={t('overview.sum.disk')}>
          <Share used={sums.disk} label={t('overview.sum.disk')} />
        </SumCell>
        <SumCell title={t('overview.sum.network')}>
          <p className="figures flex flex-wrap gap-x-5 font-medium text-sm">
            <Rate icon={ArrowDown} color="text-chart-1" label={t('overview.sum.in')} value={format.rate(sums.netIn)} />
            <Rate icon={ArrowUp} color="text-chart-2" label={t('overview.sum.out')} value={format.rate(sums.netOut)} />
          </p>
        </SumCell>
      </dl>
    </section>
  )
}

const None = () => <span className="text-faint">–</span>

const SumCell = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-h-16 min-w-0 bg-panel px-4 py-2.5 xl:px-5">
    <dt className="caption mb-0.5 truncate">{title}</dt>
    <dd>{children}</dd>
  </div>
)

function Share({ used, label }: { used: Used; label: string }) {
  const format = useFormat()
  if (used.percent === undefined) return <None />
  const detail = (
    <>
      <span className="max-sm:hidden">{format.bytes(used.used)} / </span>
      {format.bytes(used.total)}
    </>
  )
  return <Meter value={used.percent} label={label} detail={detail} />
}

const Rate = (props: { icon: typeof ArrowUp; color: string; label: string; value: string }) => (
  <span className="inline-flex min-w-[9ch] items-center gap-1 whitespace-nowrap">
    <props.icon className={cn('size-3.5', props.color)} aria-hidden />
    <span className="sr-only">{props.label}</span>
    {props.value}
  </span>
)
