export const columns = 12
/** pixels */
export const rowHeight = 80
export const gap = 16
/** Limits of the server. */
export const maxRow = 1000
export const maxRows = 100
export const maxWidgets = 100
export const maxConfigBytes = 16 * 1024

/** Position and size on a board, in grid units. */
export interface Cell {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

export const overlap = (a: Cell, b: Cell): boolean =>
  a.id !== b.id && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

export const isWithin = ({ x, y, w }: Cell): boolean => x >= 0 && y >= 0 && x + w <= columns && y <= maxRow

/** The first row below all cells. */
export const bottomOf = (cells: readonly Cell[]): number => Math.max(0, ...cells.map(({ y, h }) => y + h))

/** The first free place for a cell of this size, from top to bottom and from left to right. */
export function freePlace(cells: readonly Cell[], { w, h }: { readonly w: number; readonly h: number }) {
  for (let y = 0; y < bottomOf(cells); y++) {
    for (let x = 0; x + w <= columns; x++) {
      const place = { id: '', x, y, w, h }
      if (!cells.some((cell) => overlap(place, cell))) return { x, y }
    }
  }
  return { x: 0, y: bottomOf(cells) }
}

/** The height of `rows` rows including the gaps between them. */
export const pixelsFor = (rows: number): number => rows * (rowHeight + gap) - gap

/** The number of rows that fit a height in pixels. */
export const rowsFor = (pixels: number): number => Math.max(1, Math.ceil((pixels + gap) / (rowHeight + gap)))

/** From top to bottom, then from left to right. */
export const byPosition = (a: Cell, b: Cell): number => a.y - b.y || a.x - b.x
