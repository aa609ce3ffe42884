/** A header as it is typed. */
export interface HeaderRow {
  readonly key: number
  readonly name: string
  readonly value: string
}

/** The rows of stored headers. */
export const rowsOf = (headers: unknown): readonly HeaderRow[] =>
  typeof headers === 'object' && headers !== null
    ? Object.entries(headers).map(([name, value], key) => ({ key, name, value: String(value) }))
    : []

/** The headers of rows; those without a name and a value are not there yet. */
export const headersOf = (rows: readonly HeaderRow[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rows.filter(({ name, value }) => name.trim() !== '' || value !== '').map(({ name, value }) => [name.trim(), value]),
  )

/** Whether an earlier row has this name: only one of them can be sent. */
export const isTwice = (rows: readonly HeaderRow[], row: HeaderRow): boolean => {
  const name = row.name.trim().toLowerCase()
  return name !== '' && rows.find((one) => one.name.trim().toLowerCase() === name) !== row
}
