import type uPlot from 'uplot'
import { canvasFont, themeColor } from './colors.ts'
import { bandOf } from './gaps.ts'
import type { ChartGap } from './props.ts'

/** CSS pixels */
const minBandWidth = 2
const textSize = 10
/** More could not be distinguished; the tables list all. */
const maxBands = 500

/** Draws gaps as hatched bands, labelled with their cause if there is room. */
export function gapBands(root: Element, gaps: () => readonly ChartGap[]): (chart: uPlot) => void {
  const [hatch, ink, ground] = [themeColor(root, 'line-strong'), themeColor(root, 'muted'), themeColor(root, 'panel')]
  let pattern: { ratio: number; fill: CanvasPattern | string } | undefined
  return (chart) => {
    const visibleGaps = gaps()
    if (visibleGaps.length === 0) return
    const { ctx, bbox } = chart
    const ratio = devicePixelRatio
    if (pattern?.ratio !== ratio) pattern = { ratio, fill: hatched(ctx, hatch, ratio) }
    ctx.save()
    ctx.beginPath()
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
    ctx.clip()
    ctx.font = canvasFont(textSize * ratio)
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    for (const { from, to, label } of visibleGaps.slice(-maxBands)) {
      const ends = { left: chart.valToPos(from, 'x', true), right: chart.valToPos(to, 'x', true) }
      const size = { width: ctx.measureText(label).width + 8 * ratio, height: textSize * 1.6 * ratio }
      const band = bandOf(ends, bbox, size, minBandWidth * ratio)
      if (!band) continue
      ctx.fillStyle = pattern.fill
      ctx.fillRect(band.left, bbox.top, band.width, bbox.height)
      if (!band.text) continue
      ctx.save()
      ctx.translate(band.left + band.width / 2, bbox.top + (band.text === 'horizontal' ? size.height : bbox.height / 2))
      if (band.text === 'vertical') ctx.rotate(-Math.PI / 2)
      ctx.fillStyle = ground
      ctx.fillRect(-size.width / 2, -size.height / 2, size.width, size.height)
      ctx.fillStyle = ink
      ctx.fillText(label, 0, 0)
      ctx.restore()
    }
    ctx.restore()
  }
}

function hatched(target: CanvasRenderingContext2D, color: string, ratio: number): CanvasPattern | string {
  const tile = document.createElement('canvas')
  const size = Math.round(6 * ratio)
  tile.width = size
  tile.height = size
  const pen = tile.getContext('2d')
  if (!pen) return color
  pen.strokeStyle = color
  pen.globalAlpha = 0.55
  pen.lineWidth = ratio
  pen.beginPath()
  // include the corners, so that the tiles connect
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift, size)
    pen.lineTo(shift + size, 0)
  }
  pen.stroke()
  return target.createPattern(tile, 'repeat') ?? color
}
