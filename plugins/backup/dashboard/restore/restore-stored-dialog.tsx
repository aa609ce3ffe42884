import { api, Button, Dialog, Field, Input, PasswordInput, useFormat, useT } from '@svc/dashboard-sdk'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { BackupState } from '../../src/backup-schema.ts'
import type { StoredBackupView } from '../../src/plans/plan-schema.ts'
import { storedBackupPath } from '../paths.ts'
import { RestoreProgress } from './restore-progress.tsx'
import { useRestore } from './use-restore.ts'

/** Confirms and restores a stored backup. */
export function RestoreStoredDialog(props: {
  planId: string
  backup: StoredBackupView
  state: BackupState
  onClose: () => void
}): ReactNode {
  const { planId, backup, state, onClose } = props
  const t = useT()
  const format = useFormat()
  const id = useId()
  const [word, setWord] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const { isBusy, progress, restore } = useRestore(state)
  const body = passphrase === '' ? {} : { passphrase }
  const isReady = word.trim() === t('restore.word')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isBusy) return
    void restore(() => api('POST', `${storedBackupPath(planId, backup.name)}/restore`, body)).then((isDone) => {
      if (isDone) onClose()
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={t('restore.questionStored', { at: format.dateTime(backup.created_at) })}
      description={t('restore.consequences')}
      width="md"
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {t('sdk:action.cancel')}
          </Button>
          <Button type="submit" form={id} variant="danger" busy={isBusy} disabled={!isReady}>
            {t('restore.start')}
          </Button>
        </>
      }
    >
      <form id={id} className="flex flex-col gap-4.5" onSubmit={submit}>
        <Field label={t('restore.ownPassphrase')} hint={t('restore.ownPassphraseHint')} aside={t('plan.optional')}>
          <PasswordInput
            autoComplete="off"
            spellCheck={false}
            disabled={isBusy}
            value={passphrase}
            onChange={({ target }) => setPassphrase(target.value)}
          />
        </Field>
        <Field label={t('sdk:confirm.type', { word: t('restore.word') })}>
          <Input
            autoComplete="off"
            spellCheck={false}
            disabled={isBusy}
            value={word}
            onChange={({ target }) => setWord(target.value)}
          />
        </Field>
        <RestoreProgress progress={progress} />
      </form>
    </Dialog>
  )
}
