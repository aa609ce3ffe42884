/** Spreadsheets run what begins like a formula, and what visitors typed ends up in the log. */
const formula = /^[=+\-@\t\r\n]/

function cell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as CSV (RFC 4180). It starts with a mark that makes spreadsheets read it as UTF-8. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
