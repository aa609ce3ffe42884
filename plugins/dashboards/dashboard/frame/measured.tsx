import { Profiler, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { MeterContext } from './meter.js'
import { MetersContext } from './meters.js'

/** Measures what a widget costs, while somebody wants to know. */
export function Measured({ id, name, children }: { id: string; name: string; children: ReactNode }): ReactNode {
  const meters = useContext(MetersContext)
  const meter = useMemo(() => meters?.meter(id), [meters, id])
  useEffect(() => meters?.named(id, name), [meters, id, name])
  if (!meter) return children
  return (
    <MeterContext value={meter}>
      <Profiler id={id} onRender={(_id, _phase, actual) => meter.committed(actual)}>
        {children}
      </Profiler>
    </MeterContext>
  )
}
