/** Room for the button of the menu, in pixels. */
const menuWidth = 80

/**
 * The indexes of the tabs that fit into `room`, which all values share in pixels: the first ones, and the active one in
 * any case. The others are in a menu, for which space is reserved.
 */
export function visibleTabs(widths: readonly number[], room: number, gap: number, active: number): ReadonlySet<number> {
  const total = widths.reduce((sum, width) => sum + width + gap, -gap)
  if (total <= room) return new Set(widths.keys())
  const chosen = new Set<number>(active >= 0 ? [active] : [])
  let used = menuWidth + (active >= 0 ? (widths[active] ?? 0) + gap : 0)
  for (const [index, width] of widths.entries()) {
    if (chosen.has(index)) continue
    used += width + gap
    if (used > room) break
    chosen.add(index)
  }
  return chosen
}
