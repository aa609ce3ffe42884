/** Spreadsheets run what begins like a formula, wide signs included, and names are typed by anybody. A plain number is none. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/u
const plainNumber = /^-\d+(\.\d+)?$/

/** What stands in a cell: text, a number as it is, or nothing. */
export type CsvCell = string | number | null

function cell(content: CsvCell): string {
  if (typeof content !== 'string') return content !== null && Number.isFinite(content) ? String(content) : ''
  const safe = formula.test(content) && !plainNumber.test(content) ? `'${content}` : content
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as CSV (RFC 4180). It starts with a mark that makes spreadsheets read it as UTF-8. */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
