import { Button, Card, ConfirmDialog, Field, PasswordInput, useFormat, useT } from '@svc/dashboard-sdk'
import { FileArchive, Upload } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { BackupState } from '../../src/backup-schema.ts'
import { sendBackup } from '../parts/raw-requests.ts'
import { RestoreProgress } from './restore-progress.tsx'
import { useRestore } from './use-restore.ts'

/** The first line of a file that is encrypted with age. */
const ageLine = 'age-encryption.org/v1\n'

interface Chosen {
  readonly file: File
  /** a full backup, which needs its passphrase */
  readonly isFull: boolean
}

/** Replaces the database, or all data, by that of a file. */
export function RestoreCard({ state }: { state: BackupState }): ReactNode {
  const t = useT()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const [passphrase, setPassphrase] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, progress, restore, reset } = useRestore(state)
  const choose = async (file: File | undefined) => {
    reset()
    setPassphrase('')
    setChosen(file && { file, isFull: (await file.slice(0, ageLine.length).text()) === ageLine })
  }
  const size = chosen?.file.size ?? 0
  const problem =
    size > state.max_restore_size
      ? t('restore.tooLarge', { max: format.bytes(state.max_restore_size) })
      : size > state.free_space
        ? t('restore.noSpace', { free: format.bytes(state.free_space) })
        : undefined
  const start = ({ file, isFull }: Chosen) =>
    restore((onProgress) => sendBackup(file, isFull ? passphrase : undefined, onProgress)).then((isDone) => {
      if (isDone) void choose(undefined)
    })
  return (
    <Card title={t('restore.title')} description={t('restore.lead')}>
      <div className="flex flex-col items-start gap-4">
        {chosen && (
          <p className="flex max-w-full items-center gap-2 text-sm">
            <FileArchive className="size-4 shrink-0 text-muted" aria-hidden />
            <span className="wrap-anywhere min-w-0 font-medium">{chosen.file.name}</span>
            <span className="shrink-0 text-muted">{format.bytes(size)}</span>
          </p>
        )}
        {problem !== undefined && (
          <p role="alert" className="text-danger text-sm">
            {problem}
          </p>
        )}
        {chosen?.isFull && (
          <div className="w-full max-w-md">
            <Field label={t('passphrase.label')} hint={t('restore.passphraseHint')}>
              <PasswordInput
                autoComplete="off"
                spellCheck={false}
                disabled={isBusy}
                value={passphrase}
                onChange={({ target }) => setPassphrase(target.value)}
              />
            </Field>
          </div>
        )}
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:flex-col">
          <Button disabled={isBusy} className="max-md:h-11" onClick={() => input.current?.click()}>
            <Upload aria-hidden />
            {t(chosen ? 'restore.other' : 'restore.choose')}
          </Button>
          {chosen && (
            <Button
              variant="danger"
              busy={isBusy}
              disabled={problem !== undefined || (chosen.isFull && passphrase === '')}
              className="max-md:h-11"
              onClick={() => setIsAsking(true)}
            >
              {t('restore.start')}
            </Button>
          )}
        </div>
        <RestoreProgress progress={progress} />
      </div>
      <input
        ref={input}
        type="file"
        aria-label={t('restore.choose')}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          void choose(event.target.files?.[0])
          // Allows selecting the same file again.
          event.target.value = ''
        }}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t(chosen?.isFull ? 'restore.questionFull' : 'restore.question')}
        description={t('restore.consequences')}
        action={t('restore.start')}
        typed={t('restore.word')}
        onConfirm={() => {
          setIsAsking(false)
          if (chosen) void start(chosen)
        }}
      />
    </Card>
  )
}
