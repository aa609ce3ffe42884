import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function every time, which does what `act` does now: a dozen charts need not be made anew for it. */
export function useStableCallback<Args extends readonly unknown[]>(
  act: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
