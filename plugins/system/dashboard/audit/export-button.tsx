import { api, Button, errorText, saveFile, toast, toCsv, useFormat, useT } from '@svc/dashboard-sdk'
import type { AuditLogPage } from '@svc/plugin-system/contract'
import { Download, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type AuditSearch, filterOf } from './audit-search.ts'
import { collectEntries } from './collect-entries.ts'
import { dayOf } from './day.ts'
import { toCsvRows } from './entry-rows.ts'
import { useActionText } from './use-action-text.ts'

/** Exports the matching entries as CSV. `progress` is undefined unless an export is running; `stop` cancels it. */
function useExport(search: AuditSearch) {
  const t = useT()
  const format = useFormat()
  const actionText = useActionText()
  const [progress, setProgress] = useState<number>()
  const run = useRef<AbortController>(undefined)
  const stop = () => run.current?.abort()
  useEffect(() => () => run.current?.abort(), [])

  async function start() {
    const control = new AbortController()
    run.current = control
    setProgress(0)
    try {
      const { entries, total } = await collectEntries({
        filter: filterOf(search),
        until: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
        read: (page) =>
          api<AuditLogPage>('GET', '/api/audit-logs', undefined, { search: page, signal: control.signal }),
        onProgress: (read, total) => setProgress(total === 0 ? 1 : read / total),
      })
      const rows = toCsvRows(entries, (code) => actionText(code) ?? code)
      saveFile(`audit-log-${dayOf(Date.now())}.csv`, 'text/csv;charset=utf-8', toCsv(rows))
      const [count, all] = [format.number(entries.length), format.number(total)]
      if (entries.length < total) toast.warning(t('audit.exportedPart', { number: count, total: all }))
      else toast.success(t('audit.exported', { count: entries.length, number: count }))
    } catch (error) {
      if (!control.signal.aborted) toast.error(errorText(error, t))
    } finally {
      if (run.current === control) setProgress(undefined)
    }
  }
  return { progress, start, stop }
}

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
      data-tip={running ? t('audit.exportStop') : t('audit.exportHint')}
      aria-label={running ? t('audit.exportStop') : undefined}
      className="figures"
    >
      {running ? <X aria-hidden /> : <Download aria-hidden />}
      {running ? t('audit.exporting', { share: format.percent(100 * progress, 0) }) : t('audit.export')}
    </Button>
  )
}
