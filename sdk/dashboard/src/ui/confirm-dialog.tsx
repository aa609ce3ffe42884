import { type ReactNode, useState } from 'react'
import { useT } from '../i18n.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

/** Confirms an irreversible action. With `typed`, the user must type that word first, such as the name of the deleted item. */
export function ConfirmDialog(props: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** button label: a verb, not "OK" */
  action: ReactNode
  onConfirm: () => void
  destructive?: boolean
  typed?: string
  busy?: boolean
  children?: ReactNode
}): ReactNode {
  const { open, onOpenChange, title, description, action, onConfirm, destructive = true, typed, busy, children } = props
  const buttons = { action, onConfirm, destructive, busy, onCancel: () => onOpenChange(false) }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      width="sm"
      {...(children || typed !== undefined ? {} : { footer: <Buttons {...buttons} /> })}
    >
      {(children || typed !== undefined) && (
        <Body {...buttons} typed={typed}>
          {children}
        </Body>
      )}
    </Dialog>
  )
}

interface ButtonsProps {
  action: ReactNode
  onConfirm: () => void
  onCancel: () => void
  destructive: boolean
  busy: boolean | undefined
  ready?: boolean
}

function Buttons({ action, onConfirm, onCancel, destructive, busy = false, ready = true }: ButtonsProps) {
  const t = useT('sdk')
  return (
    <>
      <Button onClick={onCancel}>{t('action.cancel')}</Button>
      <Button variant={destructive ? 'danger' : 'primary'} busy={busy} disabled={!ready} onClick={onConfirm}>
        {action}
      </Button>
    </>
  )
}

// Unmounts with the dialog, which resets the typed word.
function Body({ typed, children, ...buttons }: ButtonsProps & { typed: string | undefined; children: ReactNode }) {
  const t = useT('sdk')
  const [word, setWord] = useState('')
  const ready = typed === undefined || word.trim() === typed
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) buttons.onConfirm()
      }}
    >
      {children}
      {typed !== undefined && (
        <Field label={t('confirm.type', { word: typed })}>
          <Input value={word} onChange={(event) => setWord(event.target.value)} autoComplete="off" spellCheck={false} />
        </Field>
      )}
      <div className="flex justify-end gap-2">
        <Buttons {...buttons} ready={ready} />
      </div>
    </form>
  )
}
