import { Sparkline, StatusDot, useFormat, useT } from '@svc/dashboard-sdk'
import { memo } from 'react'
import type { Assessed } from '../fleet/health.ts'
import { shapes, WorstTarget } from '../fleet/health-mark.tsx'
import { NetworkLink } from './network-link.tsx'

type Props = Assessed & { readonly isEditing: boolean }

/** The network of a server as a row. Renders only after changes. */
export const ServerRow = memo(function ServerRow({ id, server, health, latency, loss, worst, isEditing }: Props) {
  const t = useT()
  const format = useFormat()
  const { server_name: name, targets, latency_sparkline: past } = server
  const unknown = loss === undefined ? `health.${health}` : 'network.unreachable'
  return (
    <li className="flex min-w-0 items-center gap-2.5 border-b py-1.5 [contain-intrinsic-block-size:auto_2.75rem] [content-visibility:auto] last:border-b-0">
      <StatusDot tone={shapes[health]} label={t(`health.${health}`)} hideLabel />
      <div className="min-w-0 flex-1">
        <NetworkLink id={id} name={name} isEditing={isEditing} className="block truncate font-medium text-sm" />
        {worst ? (
          <WorstTarget target={worst} />
        ) : (
          <p className="truncate text-muted text-xs">{t('network.targets', { count: targets.length })}</p>
        )}
      </div>
      <Sparkline values={past} color={1} className="w-24 shrink-0 @max-[24rem]:hidden" />
      <p className="figures w-24 shrink-0 text-right text-sm @max-[24rem]:w-auto">
        <span className={latency === undefined ? 'block text-muted' : 'block font-medium'}>
          {latency === undefined ? t(unknown) : format.ms(latency)}
        </span>
        {loss !== undefined && loss > 0 && (
          <span className="block text-warn text-xs">
            {t('network.lost', { share: format.percent(loss * 100, loss < 0.1 ? 1 : 0) })}
          </span>
        )}
      </p>
    </li>
  )
})
