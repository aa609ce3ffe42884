import { Button, useFormat, useT } from '@svc/dashboard-sdk'
import { Download, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AuditSearch } from './audit-search.ts'
import { useExport } from './use-export.ts'

/** Exports all matching entries; during the export it shows the progress and cancels on click. */
export function ExportButton({ search, disabled }: { search: AuditSearch; disabled: boolean }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { progress, start, stop } = useExport(search)
  const running = progress !== undefined
  return (
    <Button
      disabled={disabled && !running}
      onClick={() => (running ? stop() : void start())}
      title={running ? t('audit.exportStop') : t('audit.exportHint')}
      aria-label={running ? t('audit.exportStop') : undefined}
      className="figures"
    >
      {running ? <X aria-hidden /> : <Download aria-hidden />}
      {running ? t('audit.exporting', { share: format.percent(100 * progress, 0) }) : t('audit.export')}
    </Button>
  )
}
