/** Columns of every board. */
export const columns = 12
/** Height of a row and the gap between cells, in pixels. */
export const rowHeight = 80
export const gap = 16
/** What the server still stores. */
export const lowestRow = 1000
export const mostRows = 100
export const mostWidgets = 100
/** Bytes of one configuration. */
export const mostConfig = 16 * 1024

/** Where something stands on a board, in cells. */
export interface Cell {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

export const overlap = (a: Cell, b: Cell): boolean =>
  a.id !== b.id && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

export const isWithin = ({ x, y, w }: Cell): boolean => x >= 0 && y >= 0 && x + w <= columns && y <= lowestRow

/** The first row below everything. */
export const bottomOf = (cells: readonly Cell[]): number => Math.max(0, ...cells.map(({ y, h }) => y + h))

/** Pixels of `rows` rows with the gaps between them. */
export const heightOf = (rows: number): number => rows * (rowHeight + gap) - gap

/** Rows that something of a height needs. */
export const rowsFor = (pixels: number): number => Math.max(1, Math.ceil((pixels + gap) / (rowHeight + gap)))

/** As one reads: from above, then from the left. */
export const byPlace = (a: Cell, b: Cell): number => a.y - b.y || a.x - b.x
