import { Button, IconButton, Input, useT } from '@svc/dashboard-sdk'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type HeaderDraft, limits, newHeader } from './service-draft.ts'

const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false }

/** The request headers of a check. */
export function HeaderRows(props: {
  headers: readonly HeaderDraft[]
  onHeaders: (headers: readonly HeaderDraft[]) => void
  error: string | undefined
}): ReactNode {
  const { headers, onHeaders, error } = props
  const t = useT()
  const update = (changed: HeaderDraft, patch: Partial<HeaderDraft>) =>
    onHeaders(headers.map((header) => (header.id === changed.id ? { ...header, ...patch } : header)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{t('header.title')}</legend>
      <p className="text-faint text-xs">{t('header.hint')}</p>
      {headers.map((header, index) => (
        <div key={header.id} className="flex items-center gap-2">
          <Input
            {...plain}
            aria-label={t('header.name', { number: index + 1 })}
            placeholder="Accept-Language"
            maxLength={128}
            className="w-2/5 font-mono"
            value={header.name}
            onChange={({ target }) => update(header, { name: target.value })}
          />
          <Input
            {...plain}
            aria-label={t('header.value', { number: index + 1 })}
            maxLength={4096}
            className="flex-1 font-mono"
            value={header.value}
            onChange={({ target }) => update(header, { value: target.value })}
          />
          <IconButton
            size="sm"
            label={t('header.remove', { number: index + 1 })}
            onClick={() => onHeaders(headers.filter((other) => other.id !== header.id))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      {error && (
        <p role="alert" className="text-danger text-xs first-letter:uppercase">
          {error}
        </p>
      )}
      <div>
        <Button
          size="sm"
          disabled={headers.length >= limits.headers}
          onClick={() => onHeaders([...headers, newHeader()])}
        >
          <Plus aria-hidden />
          {t('header.add')}
        </Button>
      </div>
    </fieldset>
  )
}
