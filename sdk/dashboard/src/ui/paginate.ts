/**
 * The rows of one page of a list, with the number of the page, from 1. Numbers out of range fall back to the first or the
 * last page, so the number in a URL may be wrong.
 */
export function paginate<Row>(
  rows: readonly Row[],
  wanted: number | undefined,
  size: number,
): { readonly page: number; readonly shown: readonly Row[] } {
  const page = Math.min(Math.max(1, wanted ?? 1), Math.max(1, Math.ceil(rows.length / size)))
  return { page, shown: rows.slice((page - 1) * size, page * size) }
}
