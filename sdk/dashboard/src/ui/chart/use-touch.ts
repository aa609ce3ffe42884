import { type PointerEvent, type RefObject, useRef } from 'react'
import type uPlot from 'uplot'
import { cssScale } from './css-scale.ts'

type Handlers = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  (event: PointerEvent) => void
>

/**
 * Touch input: one finger reads values horizontally and scrolls vertically (touch-action); two fingers select the range
 * between them, which is applied when one is lifted.
 */
export function useTouch(
  plot: RefObject<uPlot | undefined>,
  acts: {
    read: (left: number) => void
    mark: ((left: number, right: number) => void) | undefined
    take: () => void
    drop: () => void
  },
): Handlers {
  const fingers = useRef(new Map<number, number>())
  const marking = useRef(false)

  const place = (event: PointerEvent): boolean => {
    const chart = plot.current
    if (event.pointerType === 'mouse' || !chart) return false
    const shown = chart.over.getBoundingClientRect()
    const at = Math.min(shown.width, Math.max(0, event.clientX - shown.left))
    fingers.current.set(event.pointerId, at / cssScale(chart, shown))
    return true
  }
  const lift = (event: PointerEvent, end: () => void) => {
    if (!fingers.current.delete(event.pointerId) || !marking.current) return
    marking.current = false
    end()
  }
  return {
    onPointerDown: place,
    onPointerMove: (event) => {
      if (!fingers.current.has(event.pointerId) || !place(event)) return
      const [one = 0, other] = [...fingers.current.values()]
      if (other === undefined) {
        acts.read(one)
      } else if (acts.mark) {
        marking.current = true
        acts.mark(Math.min(one, other), Math.max(one, other))
      }
    },
    onPointerUp: (event) => lift(event, acts.take),
    onPointerCancel: (event) => lift(event, acts.drop),
  }
}
