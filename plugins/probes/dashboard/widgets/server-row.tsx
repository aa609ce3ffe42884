import { Sparkline, StatusDot, useFormat, useT } from '@svc/dashboard-sdk'
import { memo } from 'react'
import type { Assessed } from '../fleet/health.js'
import { shapes } from '../fleet/health-mark.js'
import { targetName } from '../targets/target-names.js'
import { NetworkLink } from './network-link.js'

type Props = Assessed & { readonly isEditing: boolean }

/** The network of a server on a line. Renders again when something of it changed. */
export const ServerRow = memo(function ServerRow({ id, server, health, latency, loss, worst, isEditing }: Props) {
  const t = useT()
  const format = useFormat()
  const { server_name: name, targets, latency_sparkline: past } = server
  return (
    <li className="flex min-w-0 items-center gap-2.5 border-b py-1.5 [contain-intrinsic-block-size:auto_2.75rem] [content-visibility:auto] last:border-b-0">
      <StatusDot tone={shapes[health]} label={t(`health.${health}`)} hideLabel />
      <div className="min-w-0 flex-1">
        <NetworkLink id={id} name={name} isEditing={isEditing} className="block truncate font-medium text-sm" />
        <p className="truncate text-muted text-xs">
          {worst
            ? targetName(t, { id: worst.target_id, name: worst.target_name })
            : t('network.targets', { count: targets.length })}
        </p>
      </div>
      <Sparkline values={past} color={1} className="w-24 shrink-0 @max-[24rem]:hidden" />
      <p className="figures w-20 shrink-0 text-right text-sm">
        <span className="block font-medium">{latency === undefined ? t(`health.${health}`) : format.ms(latency)}</span>
        {loss !== undefined && loss > 0 && (
          <span className="block text-warn text-xs">
            {t('network.lost', { share: format.percent(loss * 100, loss < 0.1 ? 1 : 0) })}
          </span>
        )}
      </p>
    </li>
  )
})
