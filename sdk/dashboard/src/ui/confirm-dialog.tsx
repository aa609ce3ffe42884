import { type ReactNode, useState } from 'react'
import { useT } from '../i18n.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

/**
 * Asks before something that cannot be undone. With `typed` the user has to type that word (the name of what goes away)
 * before the button works.
 */
export function ConfirmDialog(props: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** what the button says: the act, not "OK" */
  action: ReactNode
  onConfirm: () => void
  destructive?: boolean
  typed?: string
  busy?: boolean
  children?: ReactNode
}): ReactNode {
  const { open, onOpenChange, title, description, action, onConfirm, destructive = true, typed, busy, children } = props
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      width="sm"
      {...(children || typed !== undefined
        ? {}
        : { footer: <Choice {...{ action, onConfirm, destructive, busy, onCancel: () => onOpenChange(false) }} /> })}
    >
      {(children || typed !== undefined) && (
        <Body {...{ action, onConfirm, destructive, typed, busy, onCancel: () => onOpenChange(false) }}>
          {children}
        </Body>
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  action: ReactNode
  onConfirm: () => void
  onCancel: () => void
  destructive: boolean
  busy: boolean | undefined
  ready?: boolean
}

function Choice({ action, onConfirm, onCancel, destructive, busy = false, ready = true }: ChoiceProps) {
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

// Mounted with the dialog, so the typed word is gone when it opens again.
function Body({ typed, children, ...choice }: ChoiceProps & { typed: string | undefined; children: ReactNode }) {
  const t = useT('sdk')
  const [word, setWord] = useState('')
  const ready = typed === undefined || word.trim() === typed
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) choice.onConfirm()
      }}
    >
      {children}
      {typed !== undefined && (
        <Field label={t('confirm.type', { word: typed })}>
          <Input value={word} onChange={(event) => setWord(event.target.value)} autoComplete="off" spellCheck={false} />
        </Field>
      )}
      <div className="flex justify-end gap-2">
        <Choice {...choice} ready={ready} />
      </div>
    </form>
  )
}
