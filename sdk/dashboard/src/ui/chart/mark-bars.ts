import type uPlot from 'uplot'
import { themeColor } from './colors.ts'
import { bandOf } from './gaps.ts'
import type { PlacedMark } from './marks.ts'

/** CSS pixels */
const barHeight = 4
const barGap = 2
const minBarWidth = 4
/** More could not be distinguished; the table lists all. */
const maxBars = 500

/** Draws marks as bars along the top edge, above a faint band of the same period; a line shows where each begins. */
export function markBars(root: Element, marks: () => readonly PlacedMark[]): (chart: uPlot) => void {
  const colors = { danger: themeColor(root, 'danger'), warn: themeColor(root, 'warn') }
  return (chart) => {
    const shown = marks()
    if (shown.length === 0) return
    const { ctx, bbox } = chart
    const ratio = devicePixelRatio
    ctx.save()
    for (const { from, to, tone, lane } of shown.slice(-maxBars)) {
      const left = chart.valToPos(from, 'x', true)
      const right = Number.isFinite(to) ? chart.valToPos(to, 'x', true) : bbox.left + bbox.width
      const band = bandOf(
        { left, right: Math.max(right, left + 1) },
        bbox,
        { width: 0, height: 0 },
        minBarWidth * ratio,
      )
      if (!band) continue
      ctx.fillStyle = colors[tone]
      ctx.globalAlpha = 0.07
      ctx.fillRect(band.left, bbox.top, band.width, bbox.height)
      ctx.globalAlpha = 1
      ctx.fillRect(band.left, bbox.top + lane * (barHeight + barGap) * ratio, band.width, barHeight * ratio)
      if (left < bbox.left) continue
      ctx.globalAlpha = 0.6
      ctx.fillRect(band.left, bbox.top, ratio, bbox.height)
    }
    ctx.restore()
  }
}
