import { cn, StatusDot, useFormat, useNow, useT } from '@svc/dashboard-sdk'
import type { TargetSummary } from '@svc/plugin-probes/contract'
import type { ReactNode } from 'react'
import { type Health, healthOfRound, isRecent, lossLimits } from '../fleet/health.ts'
import { shapes } from '../fleet/health-mark.tsx'
import { useLimits } from '../fleet/use-fleet.ts'
import { placeName, providerName, targetName } from '../targets/target-names.ts'

const minute = 60_000

const colors: Partial<Record<Health, string>> = { severe: 'text-danger', warning: 'text-warn' }

const lossColor = (loss: number | null) =>
  loss === null || loss === 0 ? undefined : loss > lossLimits.warning ? 'text-danger' : 'text-warn'

/** A target with the latency and loss of its newest round. */
export function TargetRow({ target, isOnline }: { target: TargetSummary; isOnline: boolean }): ReactNode {
  const t = useT()
  const format = useFormat()
  const now = useNow(minute)
  const limits = useLimits()
  const { target_id, target_name, provider, location, last_latency, last_loss, last_probe_at } = target
  const isFresh = isRecent(target, now)
  const health: Health = !isOnline ? 'offline' : isFresh ? healthOfRound(target, limits) : 'none'
  const name = targetName(t, { id: target_id, name: target_name })
  const isOld = !isOnline || !isFresh
  const where = [providerName(t, { id: target_id, provider }), placeName(t, { id: target_id, location })]
  return (
    <li className="flex min-w-0 items-center gap-2.5 border-b py-1.5 last:border-b-0">
      <StatusDot tone={shapes[health]} label={t(`health.${health}`)} hideLabel />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-sm" data-tip={name}>
          {name}
        </p>
        <p className="truncate text-muted text-xs @max-[16rem]:hidden">{where.filter(Boolean).join(' · ')}</p>
      </div>
      <p
        data-tip={last_probe_at ? t('widget.network.measured', { at: format.dateTime(last_probe_at) }) : undefined}
        className={cn('figures shrink-0 text-right text-sm', isOld && 'text-muted')}
      >
        <span className={cn('block font-medium', colors[health])}>
          {last_latency === null ? t(last_probe_at ? 'network.unreachable' : 'target.noData') : format.ms(last_latency)}
        </span>
        <span className={cn('block text-muted text-xs', !isOld && lossColor(last_loss))}>
          {last_loss !== null &&
            t('network.lost', { share: format.percent(last_loss * 100, last_loss > 0 && last_loss < 0.1 ? 1 : 0) })}
        </span>
      </p>
    </li>
  )
}
