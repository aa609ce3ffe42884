import { Button, cn, IconButton, Input, useT } from '@svc/dashboard-sdk'
import { Check, X } from 'lucide-react'
import type { ComponentProps, FormEvent, ReactNode } from 'react'

/** Edits a name inline, replacing its list entry. Escape cancels. */
export function RenameForm(props: {
  value: string
  onChange: (value: string) => void
  onSubmit: () => void
  onCancel: () => void
  busy: boolean
  /** validation error */
  problem: string | undefined
  /** shown if there is no error */
  note?: string | undefined
  /** props of the input; needs an `aria-label` */
  input: ComponentProps<'input'> & { 'aria-label': string }
}): ReactNode {
  const { value, onChange, onSubmit, onCancel, busy, problem, note, input } = props
  const t = useT()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <li className="px-3 py-2">
      <form onSubmit={submit} className="flex items-center gap-2">
        <Input
          autoComplete="off"
          {...input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            onCancel()
          }}
          aria-invalid={problem ? true : undefined}
          autoFocus
        />
        <Button type="submit" variant="primary" busy={busy} disabled={value.trim() === ''} className="h-9">
          <Check aria-hidden />
          {t('groups.save')}
        </Button>
        <IconButton label={t('sdk:action.cancel')} onClick={onCancel}>
          <X aria-hidden />
        </IconButton>
      </form>
      <p role="status" className={cn('mt-1.5 text-xs empty:mt-0', problem ? 'text-danger' : 'text-muted')}>
        {problem ?? note}
      </p>
    </li>
  )
}
