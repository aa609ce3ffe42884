import { Button, Card, ConfirmDialog, InlineError, useFormat, useT } from '@svc/dashboard-sdk'
import { FileArchive, Upload } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { BackupState } from '../src/backup-schema.ts'
import { type RestoreProgress, useRestore } from './use-restore.ts'

function Progress({ progress }: { progress: RestoreProgress }) {
  const t = useT()
  if (progress.step !== 'sending' && progress.step !== 'restarting') return null
  const share = progress.step === 'sending' && progress.share < 1 ? progress.share : undefined
  const step = progress.step === 'restarting' ? 'restarting' : share === undefined ? 'checking' : 'sending'
  return (
    <div className="w-full max-w-md" role="status">
      <p className="mb-1.5 text-muted text-sm">{t(`restore.${step}`)}</p>
      <progress
        aria-label={t('restore.progress')}
        {...(share === undefined ? {} : { value: share })}
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent [&:indeterminate]:animate-breathe"
      />
    </div>
  )
}

/** Replaces the database by that of a file. */
export function RestoreCard({ state }: { state: BackupState }): ReactNode {
  const t = useT()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [isAsking, setIsAsking] = useState(false)
  const { progress, restore, reset } = useRestore(state.former.length)
  const isBusy = progress.step === 'sending' || progress.step === 'restarting'
  const problem = !file
    ? undefined
    : file.size > state.max_restore_size
      ? t('restore.tooLarge', { max: format.bytes(state.max_restore_size) })
      : file.size > state.free_space
        ? t('restore.noSpace', { free: format.bytes(state.free_space) })
        : undefined
  return (
    <Card title={t('restore.title')} description={t('restore.lead')}>
      <div className="flex flex-col items-start gap-4">
        {file && (
          <p className="flex max-w-full items-center gap-2 text-sm">
            <FileArchive className="size-4 shrink-0 text-muted" aria-hidden />
            <span className="wrap-anywhere min-w-0 font-medium">{file.name}</span>
            <span className="shrink-0 text-muted">{format.bytes(file.size)}</span>
          </p>
        )}
        {problem !== undefined && (
          <p role="alert" className="text-danger text-sm">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:flex-col">
          <Button disabled={isBusy} className="max-md:h-11" onClick={() => input.current?.click()}>
            <Upload aria-hidden />
            {t(file ? 'restore.other' : 'restore.choose')}
          </Button>
          {file && (
            <Button
              variant="danger"
              busy={isBusy}
              disabled={problem !== undefined}
              className="max-md:h-11"
              onClick={() => setIsAsking(true)}
            >
              {t('restore.start')}
            </Button>
          )}
        </div>
        <Progress progress={progress} />
        <InlineError error={progress.step === 'failed' ? progress.error : undefined} />
      </div>
      <input
        ref={input}
        type="file"
        aria-label={t('restore.choose')}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          setFile(event.target.files?.[0])
          reset()
          // Allows selecting the same file again.
          event.target.value = ''
        }}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('restore.question')}
        description={t('restore.consequences')}
        action={t('restore.start')}
        typed={t('restore.word')}
        onConfirm={() => {
          setIsAsking(false)
          if (file) void restore(file)
        }}
      />
    </Card>
  )
}
