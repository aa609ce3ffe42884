import { cn, useCountryName, useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Cluster } from './clusters.ts'
import { type Standing, standingOf } from './places.ts'

/** Filled while all is well, with a corner when something is not, and hollow when nothing is there. */
const looks: Record<Standing['tone'], string> = {
  well: 'bg-ok text-on-accent',
  mixed: 'bg-warn text-on-accent',
  down: 'bg-panel text-danger ring-2 ring-danger ring-inset',
  waiting: 'bg-panel text-muted ring-1 ring-line-strong ring-inset',
}

const named = 3

/** A mark on the map: how many servers are there and how they stand. */
export function Mark(props: {
  cluster: Cluster
  /** of the element that has the map in it */
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
  const standing = standingOf(places.flatMap(({ servers }) => servers))
  const names = places.slice(0, named).map(({ code }) => country(code) ?? code)
  if (places.length > named) names.push(t('map.moreCountries', { count: places.length - named }))
  const parts = [
    names.join(', '),
    t('map.servers', { count }),
    standing.offline > 0 && t('map.offline', { count: standing.offline }),
    standing.pending > 0 && t('map.pending', { count: standing.pending }),
  ]
  const label = parts.filter(Boolean).join(', ')
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isChosen}
      aria-label={label}
      title={label}
      onClick={onChoose}
      className={cn(
        'absolute grid -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full font-semibold text-2xs leading-none shadow-panel transition-transform after:absolute after:-inset-1.5 after:rounded-full hover:scale-110',
        looks[standing.tone],
        isChosen && 'outline-2 outline-accent outline-offset-2',
      )}
      style={{ left: left + at[0], top: top + at[1], width: 2 * radius, height: 2 * radius }}
    >
      {count > 1 && <span className="figures">{format.number(count)}</span>}
      {standing.tone === 'mixed' && (
        <span aria-hidden className="absolute -top-0.5 -right-0.5 size-2.5 rounded-xs bg-danger ring-2 ring-panel" />
      )}
    </button>
  )
}
