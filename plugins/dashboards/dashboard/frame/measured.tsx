import { Profiler, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { MeterContext, MetersContext } from './meters.ts'

/** A longer render noticeably blocks the page. */
const slowRenderMs = 1000

interface Props {
  readonly id: string
  readonly name: string
  readonly onSlow: (ms: number) => void
  readonly children: ReactNode
}

/** Measures a widget while measuring is on, and always reports slow renders. */
export function Measured({ id, name, onSlow, children }: Props): ReactNode {
  const meters = useContext(MetersContext)
  const meter = useMemo(() => meters?.meter(id), [meters, id])
  useEffect(() => meters?.setName(id, name), [meters, id, name])
  return (
    <MeterContext value={meter}>
      <Profiler
        // Remount, so that a measurement includes the first render.
        key={meter ? 'measured' : 'shown'}
        id={id}
        onRender={(_id, _phase, actual) => {
          meter?.onCommit(actual)
          if (actual > slowRenderMs) onSlow(actual)
        }}
      >
        {children}
      </Profiler>
    </MeterContext>
  )
}
