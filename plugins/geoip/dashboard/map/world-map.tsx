import { useSize, useT } from '@svc/dashboard-sdk'
import { type KeyboardEvent, memo, type ReactNode, useMemo, useRef } from 'react'
import { type Cluster, clustersOf } from './clusters.ts'
import { Mark } from './mark.tsx'
import type { Place } from './places.ts'
import { borders, height, outlines, width } from './world.ts'

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The map with markers. A single tab stop: arrow keys move between markers, from west to east. */
export function WorldMap(props: {
  places: readonly Place[]
  /** country codes of the selected marker */
  chosen: ReadonlySet<string>
  onChoose: (codes: readonly string[]) => void
}): ReactNode {
  const { places, chosen, onChoose } = props
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const box = useSize(frame)
  const scale = box ? Math.min(box.width / width, box.height / height) : 0
  const clusters = useMemo(
    () => (scale > 0 ? [...clustersOf(places, scale)].sort((a, b) => a.at[0] - b.at[0]) : []),
    [places, scale],
  )
  const isChosen = ({ places }: Cluster) => places.some(({ code }) => chosen.has(code))
  const stop = Math.max(0, clusters.findIndex(isChosen))
  const lit = useMemo(() => places.map(({ number }) => number ?? '').join(' '), [places])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    const marks = [...event.currentTarget.querySelectorAll('button')]
    const at = marks.indexOf(event.target as HTMLButtonElement)
    if (step === undefined || at < 0) return
    event.preventDefault()
    marks[at + step]?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div ref={frame} role="group" aria-label={t('map.map')} onKeyDown={onKeyDown} className="relative size-full">
      <Land lit={lit} />
      {clusters.map((cluster, index) => (
        <Mark
          key={cluster.key}
          cluster={cluster}
          left={((box?.width ?? 0) - width * scale) / 2}
          top={((box?.height ?? 0) - height * scale) / 2}
          isChosen={isChosen(cluster)}
          isStop={index === stop}
          onChoose={() => onChoose(isChosen(cluster) ? [] : cluster.places.map(({ code }) => code))}
        />
      ))}
    </div>
  )
}

/** The outlines; countries with servers are highlighted. Hidden from screen readers, which have the list. */
export const Land = memo(function Land({ lit }: { lit: string }): ReactNode {
  const numbers = new Set(lit.split(' ').map(Number))
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
      className="absolute inset-0 size-full"
    >
      {outlines.map(({ number, d }, index) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: the map is static, and some outlines have no number
          key={index}
          d={d}
          className={number !== undefined && numbers.has(number) ? 'fill-accent/30' : 'fill-muted/20'}
        />
      ))}
      <path d={borders} className="fill-none stroke-panel" strokeWidth="0.7" vectorEffect="non-scaling-stroke" />
    </svg>
  )
})
