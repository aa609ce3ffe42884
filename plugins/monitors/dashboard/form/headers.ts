import { randomId } from '@svc/dashboard-sdk'
import { secretMask } from '@svc/protocol'

/** A request header in the form. */
export interface HeaderRow {
  /** React key */
  readonly id: string
  readonly name: string
  readonly value: string
  /** a stored value is hidden; it is kept unless replaced */
  readonly hasStoredValue: boolean
}

export const newHeader = (): HeaderRow => ({ id: randomId(), name: '', value: '', hasStoredValue: false })

export const toHeaderRows = (headers: unknown): readonly HeaderRow[] =>
  typeof headers === 'object' && headers !== null && !Array.isArray(headers)
    ? Object.entries(headers).map(([name, value]) => {
        const hasStoredValue = value === secretMask
        return { id: randomId(), name, value: hasStoredValue ? '' : String(value), hasStoredValue }
      })
    : []

const isBlank = ({ name, value, hasStoredValue }: HeaderRow) =>
  name.trim() === '' && value.trim() === '' && !hasStoredValue

/** The headers for the API, without blank rows. */
export const headersOf = (rows: readonly HeaderRow[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rows
      .filter((row) => !isBlank(row))
      .map(({ name, value, hasStoredValue }) => [
        name.trim(),
        hasStoredValue && value === '' ? secretMask : value.trim(),
      ]),
  )

/** Hidden values cannot be copied. */
export const copyHeaderRows = (rows: readonly HeaderRow[]): readonly HeaderRow[] =>
  rows.map((row) => ({ ...row, hasStoredValue: false }))

/** Locale key of the validation error; undefined if valid. */
export function headerError(row: HeaderRow, rows: readonly HeaderRow[]): string | undefined {
  const name = row.name.trim().toLowerCase()
  if (isBlank(row)) return undefined
  if (!/^[!#$%&'*+.^_`|~\da-z-]+$/.test(name)) return 'form.headerName'
  return rows.some((other) => other.id !== row.id && other.name.trim().toLowerCase() === name)
    ? 'form.headerTwice'
    : undefined
}
