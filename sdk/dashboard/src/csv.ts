/** Spreadsheets execute cells that start like a formula, full-width signs included. Plain negative numbers are safe. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/u
const plainNumber = /^-\d+(\.\d+)?$/

/** The value of a cell; null is an empty cell. */
export type CsvCell = string | number | null

function cell(content: CsvCell): string {
  if (typeof content !== 'string') return content !== null && Number.isFinite(content) ? String(content) : ''
  const safe = formula.test(content) && !plainNumber.test(content) ? `'${content}` : content
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Formats rows as CSV (RFC 4180), with a byte order mark so that spreadsheets read it as UTF-8. */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
