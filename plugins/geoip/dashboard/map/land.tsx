import { memo, type ReactNode } from 'react'
import { borders, height, outlines, width } from './world.ts'

/** The world as an outline; countries with servers stand out. Read aloud it would say nothing, the list beside it does. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: the map never changes, and some outlines have no number
          key={index}
          d={d}
          className={number !== undefined && numbers.has(number) ? 'fill-accent/30' : 'fill-muted/20'}
        />
      ))}
      <path d={borders} className="fill-none stroke-panel" strokeWidth="0.7" vectorEffect="non-scaling-stroke" />
    </svg>
  )
})
