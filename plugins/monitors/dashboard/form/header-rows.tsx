import { Button, IconButton, Input, randomId, useT } from '@svc/dashboard-sdk'
import { secretMask } from '@svc/protocol'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'

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

/** Inputs for request headers. */
export function HeaderRows(props: {
  rows: readonly HeaderRow[]
  onRows: (rows: readonly HeaderRow[]) => void
  errorOf: (row: HeaderRow) => string | undefined
  /** error of the whole list */
  error: string | undefined
}): ReactNode {
  const { rows, onRows, errorOf, error } = props
  const t = useT()
  const id = useId()
  const update = (row: HeaderRow, patch: Partial<HeaderRow>) =>
    onRows(rows.map((other) => (other.id === row.id ? { ...row, ...patch } : other)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 font-medium text-sm">{t('field.headers')}</legend>
      {rows.map((row, index) => {
        const rowError = errorOf(row)
        const ariaProps = rowError ? { 'aria-invalid': true, 'aria-describedby': `${id}-${row.id}` } : {}
        const inputProps = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, ...ariaProps }
        return (
          <div key={row.id}>
            <div className="flex items-center gap-2">
              <Input
                {...inputProps}
                aria-label={t('headers.name', { number: index + 1 })}
                placeholder="Accept"
                maxLength={200}
                className="w-2/5 font-mono"
                value={row.name}
                onChange={({ target }) => update(row, { name: target.value })}
              />
              <Input
                {...inputProps}
                aria-label={t('headers.value', { number: index + 1 })}
                maxLength={4096}
                className="flex-1 font-mono"
                placeholder={row.hasStoredValue ? '••••••••' : undefined}
                value={row.value}
                onChange={({ target }) => update(row, { value: target.value })}
              />
              <IconButton
                label={t('headers.remove', { number: index + 1 })}
                size="sm"
                onClick={() => onRows(rows.filter((other) => other.id !== row.id))}
              >
                <X aria-hidden />
              </IconButton>
            </div>
            {rowError && (
              <p id={`${id}-${row.id}`} className="mt-1 text-danger text-xs">
                {rowError}
              </p>
            )}
          </div>
        )
      })}
      <div>
        <Button size="sm" onClick={() => onRows([...rows, newHeader()])}>
          <Plus aria-hidden />
          {t('headers.add')}
        </Button>
      </div>
      <p id={`${id}-hint`} className="text-faint text-xs">
        {t(rows.some(({ hasStoredValue }) => hasStoredValue) ? 'hint.headersKept' : 'hint.headers')}
      </p>
      {error && <p className="text-danger text-xs">{error}</p>}
    </fieldset>
  )
}
