/** Spreadsheets run what begins like a formula, and names are typed by anybody. A plain number is none. */
const formula = /^[=+\-@\t\r\n]/
const plainNumber = /^-\d+(\.\d+)?$/

function cell(text: string): string {
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as CSV (RFC 4180). It starts with a mark that makes spreadsheets read it as UTF-8. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
