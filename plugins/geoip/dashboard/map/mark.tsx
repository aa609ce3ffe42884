import { cn, useCountryName, useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Cluster } from './clusters.ts'
import { type StatusSummary, summarizeStatus } from './places.ts'

/** Filled if servers are online, with a badge if some are offline or critical, and hollow if none are online. */
const toneClasses: Record<StatusSummary['tone'], string> = {
  well: 'bg-ok text-on-accent',
  warning: 'bg-warn text-on-accent',
  mixed: 'bg-warn text-on-accent',
  down: 'bg-panel text-danger ring-2 ring-danger ring-inset',
  waiting: 'bg-panel text-muted ring-1 ring-line-strong ring-inset',
}

const maxNames = 3

/** A map marker with the number and status of its servers. */
export function Mark(props: {
  cluster: Cluster
  /** position of the map within its container */
  left: number
  top: number
  isChosen: boolean
  isStop: boolean
  onChoose: () => void
}): ReactNode {
  const { cluster, left, top, isChosen, isStop, onChoose } = props
  const t = useT()
  const format = useFormat()
  const country = useCountryName()
  const { places, count, radius, at } = cluster
  const status = summarizeStatus(places.flatMap(({ servers }) => servers))
  const names = places.slice(0, maxNames).map(({ code }) => country(code) ?? code)
  if (places.length > maxNames) names.push(t('map.moreCountries', { count: places.length - maxNames }))
  const parts = [
    names.join(', '),
    t('map.servers', { count }),
    status.offline > 0 && t('map.offline', { count: status.offline }),
    status.unhealthy > 0 && t('map.unhealthy', { count: status.unhealthy }),
    status.pending > 0 && t('map.pending', { count: status.pending }),
  ]
  const label = parts.filter(Boolean).join(', ')
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isChosen}
      aria-label={label}
      data-tip={label}
      onClick={onChoose}
      className={cn(
        'absolute grid -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full font-semibold text-2xs leading-none shadow-panel transition-transform after:absolute after:-inset-1.5 after:rounded-full hover:scale-110',
        toneClasses[status.tone],
        isChosen && 'outline-2 outline-accent outline-offset-2',
      )}
      style={{ left: left + at[0], top: top + at[1], width: 2 * radius, height: 2 * radius }}
    >
      {count > 1 && <span className="figures">{format.number(count)}</span>}
      {status.tone === 'mixed' && (
        <span aria-hidden className="absolute -top-0.5 -right-0.5 size-2.5 rounded-xs bg-danger ring-2 ring-panel" />
      )}
    </button>
  )
}
