import { Button, IconButton, Input, isMasked, SecretInput, useT } from '@svc/dashboard-sdk'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/** A header being edited. */
export interface HeaderRow {
  readonly key: number
  readonly name: string
  readonly value: string
}

/** Rows for stored headers. */
export const rowsOf = (headers: unknown): readonly HeaderRow[] =>
  typeof headers === 'object' && headers !== null
    ? Object.entries(headers).map(([name, value], key) => ({ key, name, value: String(value) }))
    : []

/** Headers from rows; empty rows are skipped. */
export const headersOf = (rows: readonly HeaderRow[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rows.filter(({ name, value }) => name.trim() !== '' || value !== '').map(({ name, value }) => [name.trim(), value]),
  )

/** Whether an earlier row has the same name; only one of them can be sent. */
export const isDuplicate = (rows: readonly HeaderRow[], row: HeaderRow): boolean => {
  const name = row.name.trim().toLowerCase()
  return name !== '' && rows.find((one) => one.name.trim().toLowerCase() === name) !== row
}

/** The headers of a webhook; stored values are masked. */
export function HeaderFields(props: {
  headers: unknown
  stored: unknown
  onHeaders: (headers: Readonly<Record<string, string>>) => void
  errorOf: (member: string) => string | undefined
}): ReactNode {
  const { headers, stored, onHeaders, errorOf } = props
  const t = useT()
  const [rows, setRows] = useState(() => rowsOf(headers))
  const masks = new Map(rowsOf(stored).map(({ name, value }) => [name, value]))
  const change = (next: readonly HeaderRow[]) => {
    setRows(next)
    onHeaders(headersOf(next))
  }
  const set = (row: HeaderRow, patch: Partial<HeaderRow>) =>
    change(rows.map((one) => (one.key === row.key ? { ...one, ...patch } : one)))
  // A stored value belongs to its header name.
  const rename = (row: HeaderRow, name: string) => set(row, { name, value: isMasked(row.value) ? '' : row.value })
  const error = errorOf('headers')
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{t('webhook.headers')}</legend>
      <ul className="flex flex-col gap-2">
        {rows.map((row, index) => {
          const problem = isDuplicate(rows, row) ? t('problem.twice') : errorOf(`headers.${row.name.trim()}`)
          const labelValues = { number: index + 1 }
          return (
            <li key={row.key}>
              <div className="flex items-center gap-2">
                <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[2fr_3fr]">
                  <Input
                    aria-label={t('webhook.headerName', labelValues)}
                    aria-invalid={problem ? true : undefined}
                    value={row.name}
                    onChange={({ target }) => rename(row, target.value)}
                    placeholder="Authorization"
                    autoComplete="off"
                    autoCapitalize="none"
                    spellCheck={false}
                  />
                  <SecretInput
                    aria-label={t('webhook.headerValue', labelValues)}
                    value={row.value}
                    stored={masks.get(row.name)}
                    onValue={(value) => set(row, { value })}
                  />
                </div>
                <IconButton
                  label={t('webhook.removeHeader', labelValues)}
                  size="sm"
                  onClick={() => change(rows.filter(({ key }) => key !== row.key))}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </div>
              {problem && (
                <p role="alert" className="mt-1 text-danger text-xs">
                  {problem}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      <Button
        size="sm"
        className={rows.length > 0 ? 'mt-2' : ''}
        disabled={rows.length >= 32}
        onClick={() => change([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, name: '', value: '' }])}
      >
        <Plus aria-hidden />
        {t('webhook.addHeader')}
      </Button>
      {error && (
        <p role="alert" className="mt-1 text-danger text-xs">
          {error}
        </p>
      )}
    </fieldset>
  )
}
