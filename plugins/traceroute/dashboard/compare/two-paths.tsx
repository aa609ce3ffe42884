import { cn, useFormat, useT } from '@svc/dashboard-sdk'
import type { Snapshot } from '@svc/plugin-traceroute/contract'
import { type ReactNode, useMemo } from 'react'
import { type HopReading, isSilent, readHops } from '../trace/reading.ts'
import { type AlignedHops, alignHops } from './align.ts'
import { TraceHeading } from './trace-heading.tsx'

const looks = { same: '', changed: 'bg-warn/13', removed: 'bg-danger/13', added: 'bg-ok/12' } as const

/** Two paths beside each other: what is common, and what changed. */
export function TwoPaths({ before, after }: { before: Snapshot; after: Snapshot }): ReactNode {
  const t = useT()
  const rows = useMemo(() => alignHops(readHops(before), readHops(after)), [before, after])
  const changes = rows.filter(({ kind }) => kind !== 'same').length
  return (
    <div className="panel min-w-0">
      <p role="status" className="px-5 pt-4 text-sm">
        {changes === 0 ? t('compare.samePath') : t('compare.changes', { count: changes })}
      </p>
      <div className="overflow-x-auto pt-3 pb-2">
        <table className="w-full min-w-2xl border-separate border-spacing-0 text-sm">
          <caption className="sr-only">{t('compare.caption')}</caption>
          <thead>
            <tr>
              <th scope="col" className="w-28 border-b px-5 py-2 text-left">
                <span className="sr-only">{t('compare.change')}</span>
              </th>
              {[before, after].map((trace) => (
                <th key={trace.request_id} scope="col" className="border-b px-3 py-2 text-left align-top font-normal">
                  <TraceHeading trace={trace} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={`${row.before?.hop.hop ?? ''}-${row.after?.hop.hop ?? ''}`} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Row({ row: { kind, before, after } }: { row: AlignedHops }) {
  const t = useT()
  return (
    <tr className={looks[kind]}>
      <td className="border-b px-5 py-2 font-medium text-xs">{kind !== 'same' && t(`compare.${kind}`)}</td>
      <Side reading={before} other={undefined} />
      <Side reading={after} other={before} />
    </tr>
  )
}

function Side({ reading, other }: { reading: HopReading | undefined; other: HopReading | undefined }) {
  const t = useT()
  const format = useFormat()
  if (!reading) return <td className="border-b px-3 py-2" />
  const { hop, hosts, limitsAnswers } = reading
  const [first] = hosts
  const difference = other && !isSilent(hop) && !isSilent(other.hop) ? (hop.avg_ms ?? 0) - (other.hop.avg_ms ?? 0) : 0
  return (
    <td className="border-b px-3 py-2 align-top">
      <div className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-baseline gap-x-2">
        <span className="figures text-right text-faint text-xs">{hop.hop}</span>
        <span className={cn('min-w-0 break-all', !first && 'text-faint italic')}>
          {first ? (first.hostname ?? first.ip) : t('hop.silent')}
          {first?.hostname && <span className="figures block text-faint text-xs">{first.ip}</span>}
        </span>
        {!isSilent(hop) && (
          <span className="figures whitespace-nowrap text-xs">
            {(hop.loss_pct ?? 0) > 0 && !limitsAnswers && (
              <span className="text-danger">{format.percent(hop.loss_pct ?? 0, 0)} · </span>
            )}
            {format.ms(hop.avg_ms ?? 0)}
            {Math.abs(difference) >= 1 && (
              <span className="font-medium">
                {' '}
                ({difference > 0 ? '+' : '−'}
                {format.ms(Math.abs(difference))})
              </span>
            )}
          </span>
        )}
      </div>
    </td>
  )
}
