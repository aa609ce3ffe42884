import type { WidgetSizing } from '@svc/widget-sdk'
import { columns, maxRows } from './cell.ts'

export interface Size {
  readonly w: number
  readonly h: number
}

/** For unavailable widgets: they can be resized freely. */
export const unknownSizing: WidgetSizing = { defaultW: 4, defaultH: 3, minW: 1, minH: 1, strategy: 'free' }

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(Math.round(value), low), high)

/** The minimum and maximum size, within the limits of a board. */
export function limitsOf(sizing: WidgetSizing): { readonly min: Size; readonly max: Size } {
  if (sizing.strategy === 'fixed') {
    const only = { w: Math.min(sizing.defaultW, columns), h: Math.min(sizing.defaultH, maxRows) }
    return { min: only, max: only }
  }
  const min = { w: Math.min(sizing.minW, columns), h: Math.min(sizing.minH, maxRows) }
  const max = { w: Math.min(sizing.maxW ?? columns, columns), h: Math.min(sizing.maxH ?? maxRows, maxRows) }
  if (sizing.strategy !== 'aspect-square') return { min, max }
  const low = Math.max(min.w, min.h)
  const high = Math.max(low, Math.min(max.w, max.h))
  return { min: { w: low, h: low }, max: { w: high, h: high } }
}

/**
 * The nearest allowed size to `requested`. A square follows the side that changed more; with `content-height`, the height
 * does not change.
 */
export function fitSize(sizing: WidgetSizing, current: Size, requested: Size): Size {
  const { min, max } = limitsOf(sizing)
  switch (sizing.strategy) {
    case 'fixed':
      return min
    case 'aspect-square': {
      const side = Math.abs(requested.w - current.w) >= Math.abs(requested.h - current.h) ? requested.w : requested.h
      const length = clamp(side, min.w, max.w)
      return { w: length, h: length }
    }
    case 'content-height':
      return { w: clamp(requested.w, min.w, max.w), h: current.h }
    default:
      return { w: clamp(requested.w, min.w, max.w), h: clamp(requested.h, min.h, max.h) }
  }
}

/** The size of a new widget: the default size, clamped to the limits. */
export const defaultSize = (sizing: WidgetSizing): Size => {
  const { min, max } = limitsOf(sizing)
  const size = { w: clamp(sizing.defaultW, min.w, max.w), h: clamp(sizing.defaultH, min.h, max.h) }
  return fitSize(sizing, size, size)
}

export type Handle = 'e' | 's' | 'se'

/** The edges by which a widget can be resized. */
export function handlesOf(sizing: WidgetSizing): readonly Handle[] {
  if (sizing.strategy === 'fixed') return []
  return sizing.strategy === 'content-height' ? ['e'] : ['e', 's', 'se']
}
