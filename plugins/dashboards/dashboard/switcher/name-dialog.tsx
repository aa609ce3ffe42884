import { Field, FormDialog, Input, useForm, useT } from '@svc/dashboard-sdk'
import type { Board } from '@svc/plugin-dashboards/contract'
import type { ReactNode } from 'react'

/** Enters the name of a board. */
export default function NameDialog(props: {
  title: string
  action: string
  name: string
  submit: (input: { name: string }) => Promise<Board>
  onSubmitted: (board: Board) => void
  onClose: () => void
}): ReactNode {
  const { title, action, name, submit, onSubmitted, onClose } = props
  const t = useT('dashboards')
  const form = useForm({
    values: { name },
    validate: (draft) => ({ name: draft.name.trim() ? undefined : t('sdk:rules.empty') }),
    submit: (draft) => submit({ name: draft.name.trim() }),
    onSubmitted,
  })
  return (
    <FormDialog form={form} submit={action} onClose={onClose} title={title} width="sm">
      <Field label={t('boards.name')} error={form.error('name')}>
        <Input {...form.register('name')} maxLength={100} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
