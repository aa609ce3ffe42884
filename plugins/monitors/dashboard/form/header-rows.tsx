import { Button, IconButton, Input, useT } from '@svc/dashboard-sdk'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type HeaderRow, newHeader } from './headers.ts'

/** The headers of a request, one below the other. */
export function HeaderRows(props: {
  rows: readonly HeaderRow[]
  onRows: (rows: readonly HeaderRow[]) => void
  errorOf: (row: HeaderRow) => string | undefined
  /** of all of them */
  error: string | undefined
}): ReactNode {
  const { rows, onRows, errorOf, error } = props
  const t = useT()
  const id = useId()
  const put = (row: HeaderRow, patch: Partial<HeaderRow>) =>
    onRows(rows.map((one) => (one.id === row.id ? { ...row, ...patch } : one)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 font-medium text-sm">{t('field.headers')}</legend>
      {rows.map((row, at) => {
        const problem = errorOf(row)
        const marks = problem ? { 'aria-invalid': true, 'aria-describedby': `${id}-${row.id}` } : {}
        const typing = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, ...marks }
        return (
          <div key={row.id}>
            <div className="flex items-center gap-2">
              <Input
                {...typing}
                aria-label={t('headers.name', { number: at + 1 })}
                placeholder="Accept"
                maxLength={200}
                className="w-2/5 font-mono"
                value={row.name}
                onChange={({ target }) => put(row, { name: target.value })}
              />
              <Input
                {...typing}
                aria-label={t('headers.value', { number: at + 1 })}
                maxLength={4096}
                className="flex-1 font-mono"
                placeholder={row.isKept ? '••••••••' : undefined}
                value={row.value}
                onChange={({ target }) => put(row, { value: target.value })}
              />
              <IconButton
                label={t('headers.remove', { number: at + 1 })}
                size="sm"
                onClick={() => onRows(rows.filter((one) => one.id !== row.id))}
              >
                <X aria-hidden />
              </IconButton>
            </div>
            {problem && (
              <p id={`${id}-${row.id}`} className="mt-1 text-danger text-xs">
                {problem}
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
        {t(rows.some(({ isKept }) => isKept) ? 'hint.headersKept' : 'hint.headers')}
      </p>
      {error && <p className="text-danger text-xs">{error}</p>}
    </fieldset>
  )
}
