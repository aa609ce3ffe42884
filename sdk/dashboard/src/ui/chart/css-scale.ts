import type uPlot from 'uplot'

/** How many pixels of the screen one of a chart takes: more than one on a wall, which is enlarged as a whole. */
export function enlargement({ bbox }: Pick<uPlot, 'bbox'>, shown: Pick<DOMRect, 'width'>): number {
  return bbox.width > 0 && shown.width > 0 ? (shown.width * devicePixelRatio) / bbox.width : 1
}

/** Draws what is enlarged with as many pixels as it takes on the screen, or its texts would be blurred. Hook of `setSize`. */
export function sharpen(chart: uPlot): void {
  const by = enlargement(chart, chart.over.getBoundingClientRect())
  const { canvas } = chart.ctx
  if (by < 1.01) return
  canvas.width = Math.round(canvas.width * by)
  canvas.height = Math.round(canvas.height * by)
  chart.ctx.scale(by, by)
}

/** An event as it were if nothing was enlarged: uPlot counts from the edge of the chart in pixels of the chart. */
function atOwnPlace(event: MouseEvent, shown: DOMRect, by: number): MouseEvent {
  if (Math.abs(by - 1) < 0.01) return event
  const own = {
    clientX: shown.left + (event.clientX - shown.left) / by,
    clientY: shown.top + (event.clientY - shown.top) / by,
  }
  return new Proxy(event, {
    get(target, name) {
      if (name === 'clientX' || name === 'clientY') return own[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Listens as uPlot does by itself, but at the place that is meant; `onlyThere` is missing in its declaration. */
const listener =
  (isMeant: (event: MouseEvent) => boolean) =>
  (chart: uPlot, target: HTMLElement, handler: uPlot.Cursor.MouseListener, onlyThere = true) =>
  (event: MouseEvent): null => {
    if (!isMeant(event) || (onlyThere && event.target !== target)) return null
    // measured once by uPlot, not with every movement
    const shown = chart.rect
    return handler(atOwnPlace(event, shown, enlargement(chart, shown)))
  }

const isMainButton = ({ button }: MouseEvent) => button === 0

/** What uPlot listens to that has a place. */
export const placedListeners: uPlot.Cursor.Bind = {
  mousedown: listener(isMainButton),
  mouseup: listener(isMainButton),
  mousemove: listener(() => true),
}
