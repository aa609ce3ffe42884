/** Rows around the visible ones, so that scrolling does not show gaps. */
const overscan = 12

/** The rows that are rendered: indexes from `first` up to, but without, `end`. */
export interface RowWindow {
  readonly first: number
  readonly end: number
}

export function rowWindow(scrollTop: number, height: number, rowHeight: number, count: number): RowWindow {
  const first = Math.max(0, Math.min(Math.floor(scrollTop / rowHeight), count) - overscan)
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + overscan)
  return { first, end: Math.max(first, end) }
}

/** Where to scroll so that a row is visible; undefined if it is. */
export function scrollFor(row: number, scrollTop: number, height: number, rowHeight: number): number | undefined {
  const top = row * rowHeight
  if (top < scrollTop) return top
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : undefined
}
