export const pageSize = 50

/** The rows of a page that counts from 1; a page beyond the last is the last. */
export function pageOf<T>(rows: readonly T[], wanted: number, size = pageSize): { page: number; shown: readonly T[] } {
  const page = Math.min(wanted, Math.max(1, Math.ceil(rows.length / size)))
  return { page, shown: rows.slice((page - 1) * size, page * size) }
}
