export const pageSize = 50

/** The rows of a page, counting from 1. Out-of-range page numbers fall back to the first or last page. */
export function paginate<Row>(
  rows: readonly Row[],
  wanted = 1,
  size = pageSize,
): { readonly page: number; readonly shown: readonly Row[] } {
  const page = Math.min(Math.max(1, wanted), Math.max(1, Math.ceil(rows.length / size)))
  return { page, shown: rows.slice((page - 1) * size, page * size) }
}
