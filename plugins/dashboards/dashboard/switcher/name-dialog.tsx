import { Button, Field, FormDialog, InlineError, Input, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'

/** Enters the name of a board. */
export default function NameDialog(props: {
  title: string
  action: string
  name: string
  error: unknown
  isBusy: boolean
  onSubmit: (name: string) => void
  onClose: () => void
}): ReactNode {
  const { title, action, error, isBusy, onSubmit, onClose } = props
  const t = useT('dashboards')
  const [name, setName] = useState(props.name)
  const clean = name.trim()
  const submit = () => clean !== '' && onSubmit(clean)
  return (
    <FormDialog
      title={title}
      width="sm"
      dirty={name !== props.name}
      onClose={onClose}
      action={
        <Button variant="primary" busy={isBusy} disabled={clean === ''} onClick={submit}>
          {action}
        </Button>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label={t('boards.name')}>
          <Input value={name} maxLength={100} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        {error !== null && <InlineError error={error} />}
      </form>
    </FormDialog>
  )
}
