import { randomId } from '@svc/dashboard-sdk'
import { secretMask } from '@svc/protocol'

/** A header of a request as it is typed. */
export interface HeaderRow {
  /** of the row, for the page */
  readonly id: string
  readonly name: string
  readonly value: string
  /** there is a value that is not shown; it stays unless another one is typed */
  readonly isKept: boolean
}

export const newHeader = (): HeaderRow => ({ id: randomId(), name: '', value: '', isKept: false })

export const rowsOf = (headers: unknown): readonly HeaderRow[] =>
  typeof headers === 'object' && headers !== null && !Array.isArray(headers)
    ? Object.entries(headers).map(([name, value]) => {
        const isKept = value === secretMask
        return { id: randomId(), name, value: isKept ? '' : String(value), isKept }
      })
    : []

const isBlank = ({ name, value, isKept }: HeaderRow) => name.trim() === '' && value.trim() === '' && !isKept

/** The headers as the API takes them; rows in which nothing was typed are none. */
export const headersOf = (rows: readonly HeaderRow[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rows
      .filter((row) => !isBlank(row))
      .map(({ name, value, isKept }) => [name.trim(), isKept && value === '' ? secretMask : value.trim()]),
  )

/** Rows of a copy: values that are not shown cannot be copied. */
export const copiedRows = (rows: readonly HeaderRow[]): readonly HeaderRow[] =>
  rows.map((row) => ({ ...row, isKept: false }))

/** The key of the text that says what is wrong with a row. */
export function rowProblem(row: HeaderRow, rows: readonly HeaderRow[]): string | undefined {
  const name = row.name.trim().toLowerCase()
  if (isBlank(row)) return undefined
  if (!/^[!#$%&'*+.^_`|~\da-z-]+$/.test(name)) return 'form.headerName'
  return rows.some((other) => other.id !== row.id && other.name.trim().toLowerCase() === name)
    ? 'form.headerTwice'
    : undefined
}
