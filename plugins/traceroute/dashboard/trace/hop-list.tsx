import { cn, useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { type HopReading, isSilent } from './reading.ts'

/** The hops of a trace in little room. `marked` are addresses to point out. */
export function HopList(props: {
  readings: readonly HopReading[]
  marked?: ReadonlySet<string> | undefined
}): ReactNode {
  const { readings, marked } = props
  const t = useT()
  const format = useFormat()
  return (
    <ol className="flex flex-col gap-1 text-sm">
      {readings.map(({ hop, hosts, limitsAnswers }) => {
        const isMarked = hosts.some(({ ip }) => marked?.has(ip))
        return (
          <li
            key={hop.hop}
            className={cn(
              'grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-baseline gap-x-2 rounded-xs px-1',
              isMarked && 'bg-accent-soft',
            )}
          >
            <span className="figures text-right text-faint text-xs">{hop.hop}</span>
            <span className="min-w-0">
              {hosts.length === 0 && <span className="text-faint italic">{t('hop.silent')}</span>}
              {hosts.map(({ ip, hostname }) => (
                <span key={ip} className="block truncate" data-tip={hostname ? `${hostname} (${ip})` : ip}>
                  {hostname ?? ip}
                </span>
              ))}
            </span>
            <span className="figures whitespace-nowrap text-xs">
              {!isSilent(hop) && (
                <>
                  {(hop.loss_pct ?? 0) > 0 && !limitsAnswers && (
                    <span className="text-danger">{format.percent(hop.loss_pct ?? 0, 0)} · </span>
                  )}
                  {format.ms(hop.avg_ms ?? 0)}
                </>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
