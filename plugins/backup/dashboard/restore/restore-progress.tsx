import { InlineError, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { ProgressBar } from '../parts/progress-bar.tsx'
import type { RestoreProgress as Progress } from './use-restore.ts'

/** How far a restore is, or why it failed. */
export function RestoreProgress({ progress }: { progress: Progress }): ReactNode {
  const t = useT()
  if (progress.step === 'failed') return <InlineError error={progress.error} />
  if (progress.step === 'idle') return null
  const share = progress.step === 'sending' ? progress.share : undefined
  const step = progress.step === 'restarting' ? 'restarting' : share === undefined ? 'checking' : 'sending'
  return (
    <div className="w-full max-w-md" role="status">
      <p className="mb-1.5 text-muted text-sm">{t(`restore.${step}`)}</p>
      <ProgressBar label={t('restore.progress')} share={share} />
    </div>
  )
}
