import type uPlot from 'uplot'

/** CSS scale of a chart: above 1 on wall displays, which enlarge the whole dashboard. */
export function cssScale({ bbox }: Pick<uPlot, 'bbox'>, shown: Pick<DOMRect, 'width'>): number {
  return bbox.width > 0 && shown.width > 0 ? (shown.width * devicePixelRatio) / bbox.width : 1
}

/** Renders a scaled chart at screen resolution, so that its text is not blurred. Hook for `setSize`. */
export function sharpen(chart: uPlot): void {
  const by = cssScale(chart, chart.over.getBoundingClientRect())
  const { canvas } = chart.ctx
  if (by < 1.01) return
  canvas.width = Math.round(canvas.width * by)
  canvas.height = Math.round(canvas.height * by)
  chart.ctx.scale(by, by)
}

/** Converts an event to unscaled coordinates, as uPlot expects them. */
function unscaleEvent(event: MouseEvent, shown: DOMRect, by: number): MouseEvent {
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

/** Like uPlot's own listeners, but with unscaled coordinates. `onlyTarget` is missing in the type declaration. */
const listener =
  (accepts: (event: MouseEvent) => boolean) =>
  (chart: uPlot, target: HTMLElement, handler: uPlot.Cursor.MouseListener, onlyTarget = true) =>
  (event: MouseEvent): null => {
    if (!accepts(event) || (onlyTarget && event.target !== target)) return null
    // measured once by uPlot, not with every movement
    const shown = chart.rect
    return handler(unscaleEvent(event, shown, cssScale(chart, shown)))
  }

const isMainButton = ({ button }: MouseEvent) => button === 0

/** uPlot's pointer listeners. */
export const pointerListeners: uPlot.Cursor.Bind = {
  mousedown: listener(isMainButton),
  mouseup: listener(isMainButton),
  mousemove: listener(() => true),
}
