import type { WidgetSizing } from '@svc/widget-sdk/manifest'

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, Math.round(value) || min))

/** The nearest size that a dashboard would allow. */
export function toAllowedSize({ strategy, ...sizing }: WidgetSizing, w: number, h: number): { w: number; h: number } {
  const { defaultW, defaultH, minW, minH, maxW = 12, maxH = 50 } = sizing
  if (strategy === 'fixed') return { w: defaultW, h: defaultH }
  const width = clamp(w, minW, maxW)
  if (strategy !== 'aspect-square') return { w: width, h: clamp(h, minH, maxH) }
  const side = clamp(width, Math.max(minW, minH), Math.min(maxW, maxH))
  return { w: side, h: side }
}
