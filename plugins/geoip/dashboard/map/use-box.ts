import { useCallback, useState } from 'react'

export interface Box {
  readonly width: number
  readonly height: number
}

/** The size of an element in whole pixels; the second value is its `ref`. */
export function useBox(): readonly [Box | undefined, (element: HTMLElement | null) => (() => void) | undefined] {
  const [box, setBox] = useState<Box>()
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const sizes = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      // Zero while hidden.
      if (width > 0)
        setBox((before) => (before?.width === width && before.height === height ? before : { width, height }))
    })
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  return [box, watch]
}
