import type { WidgetSizing } from '@svc/widget-sdk/manifest'

const within = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, Math.round(value) || least))

/** A size that a board would allow, which is nearest to the wanted one. */
export function allowed({ strategy, ...sizing }: WidgetSizing, w: number, h: number): { w: number; h: number } {
  const { defaultW, defaultH, minW, minH, maxW = 12, maxH = 50 } = sizing
  if (strategy === 'fixed') return { w: defaultW, h: defaultH }
  const wide = within(w, minW, maxW)
  if (strategy !== 'aspect-square') return { w: wide, h: within(h, minH, maxH) }
  const side = within(wide, Math.max(minW, minH), Math.min(maxW, maxH))
  return { w: side, h: side }
}
