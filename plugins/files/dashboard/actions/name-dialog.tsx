import { Field, FormDialog, Input, useForm, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useEffect } from 'react'
import { nameRule } from './name-rule.ts'

/** Asks for a name: of a new file or folder, or another one of an existing entry. */
export default function NameDialog(props: {
  kind: 'file' | 'folder' | 'rename'
  name: string
  onSubmit: (name: string) => Promise<void>
  onClose: () => void
}): ReactNode {
  const { kind, name, onSubmit, onClose } = props
  const t = useT()
  const form = useForm({
    values: { name },
    validate: (draft) => {
      const rule = nameRule(draft.name)
      return { name: rule && t(`name.${rule}`) }
    },
    submit: (draft) => onSubmit(draft.name),
    onSubmitted: onClose,
  })
  const { element } = form
  // The extension usually stays.
  useEffect(() => {
    const dot = name.lastIndexOf('.')
    element.current?.querySelector('input')?.setSelectionRange(0, dot > 0 ? dot : name.length)
  }, [element, name])
  return (
    <FormDialog
      form={form}
      title={t(`name.${kind}.title`)}
      submit={t(`name.${kind}.submit`)}
      onClose={onClose}
      width="sm"
    >
      <Field label={t('name.label')} error={form.error('name')}>
        <Input {...form.register('name')} autoComplete="off" spellCheck={false} />
      </Field>
    </FormDialog>
  )
}
