import type uPlot from 'uplot'

interface Bars {
  /** seconds between two bars */
  readonly spacing: () => number
  readonly stacked: boolean
  /** which of the bars that stand side by side */
  readonly slot: { readonly index: number; readonly of: number }
}

/** share of the distance between two bars */
const fillRatio = 0.72
/** CSS pixels */
const maxWidth = 56

/** Offset and width of the bars of one series, in pixels relative to their time. */
export function barSlot(distance: number, { index, of }: Bars['slot'], max: number): { left: number; width: number } {
  const whole = Math.max(1, Math.min(distance * fillRatio, max * of))
  const width = whole / of
  return { left: index * width - whole / 2, width }
}

/** Draws bars centered on their times, on top of the previous series if stacked. */
export function barPaths({ spacing, stacked, slot }: Bars): uPlot.Series.PathBuilder {
  return (chart, series, first, last) => {
    const fill = new Path2D()
    const times = chart.data[0]
    const values = chart.data[series] ?? []
    const start = times[first] ?? 0
    const x = (time: number) => chart.valToPos(time, 'x', true)
    const y = (value: number) => chart.valToPos(value, 'y', true)
    const distance = x(start + spacing()) - x(start)
    const { left, width } = barSlot(distance, slot, maxWidth * devicePixelRatio)
    // No gap between bars of one or two pixels.
    const thick = width >= 3 ? Math.round(width) - (slot.of > 1 ? 1 : 0) : width
    for (let index = first; index <= last; index++) {
      const value = values[index]
      if (value == null) continue
      const below = stacked && series > 1 ? (chart.data[series - 1]?.[index] ?? 0) : 0
      const [top, foot] = [y(value), y(below)]
      // at least one pixel for any non-zero value
      const height = value === below ? 0 : Math.max(Math.abs(foot - top), 1)
      const at = x(times[index] ?? 0) + left
      fill.rect(width >= 3 ? Math.round(at) : at, Math.min(foot, top), thick, height)
    }
    return { stroke: null, fill, clip: null, flags: 0 }
  }
}
