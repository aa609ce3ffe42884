import { Button, IconButton, Input, useT } from '@svc/dashboard-sdk'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type HeaderRow, newHeader } from './headers.ts'

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
