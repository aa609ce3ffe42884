import { Button, Card, InlineError, onDemand, saveFile, toast, useFormat, useT } from '@svc/dashboard-sdk'
import { Download, LockKeyhole } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BackupState } from '../../src/backup-schema.ts'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { fetchBackup } from '../parts/raw-requests.ts'
import { backupPath } from '../paths.ts'

const FullBackupDialog = onDemand(() => import('./full-backup-dialog.tsx'), null)

/** Downloads everything, or the database alone. */
export function DownloadCard({ state }: { state: BackupState }): ReactNode {
  const t = useT()
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const [share, setShare] = useState<number>()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const download = async () => {
    setIsBusy(true)
    setShare(undefined)
    setError(undefined)
    try {
      const { name, content } = await fetchBackup(backupPath, undefined, setShare)
      saveFile(name, 'application/octet-stream', content)
      toast.success(t('download.done', { name }))
    } catch (failure) {
      setError(failure)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Card title={t('download.title')} description={t('download.lead')}>
      <div className="flex flex-col gap-5">
        <section className="flex flex-col items-start gap-2.5">
          <h3 className="font-medium text-sm">{t('full.heading')}</h3>
          <p className="text-muted text-sm">{t('full.contains')}</p>
          <Button variant="primary" className="max-md:h-11 max-md:self-stretch" onClick={() => setIsOpen(true)}>
            <LockKeyhole aria-hidden />
            {t('full.open')}
          </Button>
        </section>
        <section className="flex flex-col items-start gap-2.5 border-t pt-5">
          <h3 className="font-medium text-sm">{t('download.heading')}</h3>
          <p className="text-muted text-sm">{t('download.without')}</p>
          <Button busy={isBusy} className="max-md:h-11 max-md:self-stretch" onClick={() => void download()}>
            <Download aria-hidden />
            {t('download.start', { size: format.bytes(state.database_size) })}
          </Button>
          {isBusy && <ProgressBar label={t('download.heading')} share={share} />}
          <InlineError error={error} />
        </section>
      </div>
      {isOpen && <FullBackupDialog onClose={() => setIsOpen(false)} />}
    </Card>
  )
}
