import { Button, cn, errorText, Form, fieldRules, IconButton, Input, useForm, useT } from '@svc/dashboard-sdk'
import { Check, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

/** Edits a name inline, replacing its list entry. Escape cancels. */
export function RenameForm(props: {
  name: string
  /** props of the input; needs an `aria-label` */
  input: ComponentProps<'input'> & { 'aria-label': string }
  validate?: (name: string) => string | undefined
  /** shown if there is no error */
  noteOf?: (name: string) => string | undefined
  /** called if the name was changed */
  onRename: (name: string) => Promise<unknown>
  onClose: () => void
}): ReactNode {
  const { name: before, input, validate, noteOf, onRename, onClose } = props
  const t = useT()
  const form = useForm({
    values: { name: before },
    validate: ({ name }) => ({ name: validate?.(name.trim()) }),
    submit: async ({ name }) => (name.trim() === before ? undefined : onRename(name.trim())),
    errorsOf: (error) => ({ name: Object.values(fieldRules(error, t))[0] ?? errorText(error, t) }),
    onSubmitted: onClose,
  })
  const name = form.draft.name.trim()
  const error = form.error('name')
  return (
    <li className="px-3 py-2">
      <Form form={form} className="flex-row items-center gap-2">
        <Input
          autoComplete="off"
          {...input}
          {...form.register('name')}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            onClose()
          }}
          aria-invalid={error ? true : undefined}
          autoFocus
        />
        <Button type="submit" variant="primary" busy={form.isSubmitting} disabled={name === ''} className="h-9">
          <Check aria-hidden />
          {t('groups.save')}
        </Button>
        <IconButton label={t('sdk:action.cancel')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </Form>
      <p role="status" className={cn('mt-1.5 text-xs empty:mt-0', error ? 'text-danger' : 'text-muted')}>
        {error ?? noteOf?.(name)}
      </p>
    </li>
  )
}
