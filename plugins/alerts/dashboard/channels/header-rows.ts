/** A header being edited. */
export interface HeaderRow {
  readonly key: number
  readonly name: string
  readonly value: string
}

/** Rows for stored headers. */
export const rowsOf = (headers: unknown): readonly HeaderRow[] =>
  typeof headers === 'object' && headers !== null
    ? Object.entries(headers).map(([name, value], key) => ({ key, name, value: String(value) }))
    : []

/** Headers from rows; empty rows are skipped. */
export const headersOf = (rows: readonly HeaderRow[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rows.filter(({ name, value }) => name.trim() !== '' || value !== '').map(({ name, value }) => [name.trim(), value]),
  )

/** Whether an earlier row has the same name; only one of them can be sent. */
export const isDuplicate = (rows: readonly HeaderRow[], row: HeaderRow): boolean => {
  const name = row.name.trim().toLowerCase()
  return name !== '' && rows.find((one) => one.name.trim().toLowerCase() === name) !== row
}
