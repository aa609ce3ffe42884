import { canvasFont, type Line, themeColor } from './colors.ts'

/** Texts and lines around the chart in the PNG. */
interface Caption {
  readonly title: string
  /** the time range */
  readonly range: string
  readonly lines: readonly Line[]
}

/** CSS pixels */
const edge = 16
const rowHeight = 18

/**
 * Renders the chart with title, time range and legend as PNG at screen resolution. Undefined if the browser cannot create
 * it.
 */
export async function renderPng(drawing: HTMLCanvasElement, caption: Caption): Promise<Blob | undefined> {
  const picture = document.createElement('canvas')
  const pen = picture.getContext('2d')
  if (!pen || drawing.width === 0) return undefined
  const ratio = drawing.width / (drawing.clientWidth || drawing.width)
  const width = drawing.width / ratio
  const entries = layOutLegend(caption.lines, width, (text) => {
    pen.font = canvasFont(12)
    return pen.measureText(text).width
  })
  const head = edge + 40 + entries.height
  picture.width = Math.round((width + 2 * edge) * ratio)
  picture.height = Math.round((head + edge) * ratio) + drawing.height
  const color = (name: string) => themeColor(drawing, name)
  pen.fillStyle = color('panel')
  pen.fillRect(0, 0, picture.width, picture.height)
  pen.save()
  pen.scale(ratio, ratio)
  pen.textBaseline = 'middle'
  pen.fillStyle = color('ink')
  pen.font = canvasFont(14, '600')
  pen.fillText(caption.title, edge, edge + 8, width)
  pen.fillStyle = color('faint')
  pen.font = canvasFont(11)
  pen.fillText(caption.range, edge, edge + 27, width)
  pen.font = canvasFont(12)
  for (const { line, left, top } of entries.at) {
    const middle = edge + 40 + top + rowHeight / 2
    pen.strokeStyle = color(`chart-${((line.color - 1) % 6) + 1}`)
    pen.lineWidth = 4
    pen.setLineDash(line.dash?.map((part) => part / 2) ?? [])
    pen.beginPath()
    pen.moveTo(edge + left, middle)
    pen.lineTo(edge + left + 12, middle)
    pen.stroke()
    pen.fillStyle = color('muted')
    pen.fillText(line.label, edge + left + 18, middle, width - 18)
  }
  pen.restore()
  pen.drawImage(drawing, Math.round(edge * ratio), Math.round(head * ratio))
  return new Promise((done) => picture.toBlob((blob) => done(blob ?? undefined), 'image/png'))
}

/** Lays out the legend in rows; empty for a single line. */
export function layOutLegend(
  lines: readonly Line[],
  width: number,
  measure: (text: string) => number,
): { at: { line: Line; left: number; top: number }[]; height: number } {
  if (lines.length < 2) return { at: [], height: 0 }
  let [left, top] = [0, 0]
  const at = lines.map((line) => {
    const size = 18 + Math.min(width - 18, measure(line.label))
    if (left > 0 && left + size > width) [left, top] = [0, top + rowHeight]
    const place = { line, left, top }
    left += size + 16
    return place
  })
  return { at, height: top + rowHeight }
}
