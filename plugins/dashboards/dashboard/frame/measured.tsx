import { Profiler, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { MeterContext } from './meter.ts'
import { MetersContext } from './meters.ts'

/** Milliseconds of one rendering from which on a widget holds up the page. */
const slow = 1000

interface Props {
  readonly id: string
  readonly name: string
  readonly onSlow: (ms: number) => void
  readonly children: ReactNode
}

/** Measures what a widget costs, while somebody wants to know; always tells when a rendering takes far too long. */
export function Measured({ id, name, onSlow, children }: Props): ReactNode {
  const meters = useContext(MetersContext)
  const meter = useMemo(() => meters?.meter(id), [meters, id])
  useEffect(() => meters?.named(id, name), [meters, id, name])
  return (
    <MeterContext value={meter}>
      <Profiler
        // a measurement begins with a first rendering
        key={meter ? 'measured' : 'shown'}
        id={id}
        onRender={(_id, _phase, actual) => {
          meter?.committed(actual)
          if (actual > slow) onSlow(actual)
        }}
      >
        {children}
      </Profiler>
    </MeterContext>
  )
}
