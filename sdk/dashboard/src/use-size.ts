import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react'

/** The inner size of an element in CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

const isSame = (a: unknown, b: Size | string | number) =>
  typeof a === 'object' && typeof b === 'object'
    ? (a as Size).width === b.width && (a as Size).height === b.height
    : a === b

/**
 * The size of an element, or what `select` makes of it; undefined before it is mounted, unchanged while it is hidden. Only
 * re-renders when the result changes.
 *
 * @example
 * const width = useSize(grid, ({ width }) => width)
 */
export function useSize(ref: RefObject<HTMLElement | null>): Size | undefined
export function useSize<T extends string | number>(
  ref: RefObject<HTMLElement | null>,
  select: (size: Size) => T,
): T | undefined
export function useSize(ref: RefObject<HTMLElement | null>, select?: (size: Size) => string | number) {
  const [current, setCurrent] = useState<Size | string | number>()
  const measure = useEffectEvent(({ clientWidth: width, clientHeight: height }: HTMLElement) => {
    if (width === 0 && height === 0) return
    const next = select ? select({ width, height }) : { width, height }
    setCurrent((before) => (before !== undefined && isSame(before, next) ? before : next))
  })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    measure(element)
    const observer = new ResizeObserver(() => scheduleDraw(() => measure(element)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return current
}

const queue = new Set<() => void>()

function flush() {
  const tasks = [...queue]
  queue.clear()
  for (const task of tasks) task()
}

/** Runs `draw` in the next animation frame, batched with all others. The same function runs once per frame. */
function scheduleDraw(draw: () => void): () => void {
  if (queue.size === 0) requestAnimationFrame(flush)
  queue.add(draw)
  return () => queue.delete(draw)
}
