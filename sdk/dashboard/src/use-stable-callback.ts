import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a stable function that calls the latest `act`, so that charts are not recreated when it changes. */
export function useStableCallback<Args extends readonly unknown[]>(
  act: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
