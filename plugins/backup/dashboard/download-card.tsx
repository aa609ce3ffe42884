import { Button, Card, InlineError, saveFile, toast, useFormat, useT } from '@svc/dashboard-sdk'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BackupState } from '../src/backup-schema.ts'
import { fetchBackup } from './backup-requests.ts'

/** Downloads the database. */
export function DownloadCard({ state }: { state: BackupState }): ReactNode {
  const t = useT()
  const format = useFormat()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const download = async () => {
    setIsBusy(true)
    setError(undefined)
    try {
      const { name, content } = await fetchBackup()
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
      <div className="flex flex-col items-start gap-4">
        <ul className="list-disc space-y-1 pl-5 text-sm">
          <li>{t('download.contains')}</li>
          <li>{t('download.without')}</li>
        </ul>
        <Button
          variant="primary"
          busy={isBusy}
          className="max-md:h-11 max-md:self-stretch"
          onClick={() => void download()}
        >
          <Download aria-hidden />
          {t('download.start', { size: format.bytes(state.database_size) })}
        </Button>
        <InlineError error={error} />
      </div>
    </Card>
  )
}
