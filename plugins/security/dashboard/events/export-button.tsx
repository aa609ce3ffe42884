import {
  api,
  Button,
  errorText,
  fileNameOf,
  saveFile,
  toast,
  toCsv,
  useFormat,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import type { SecurityEventPage } from '@svc/plugin-security/contract'
import { Download, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { eventsPath } from '../paths.ts'
import type { SecurityFilter } from '../security-search.ts'
import { collectEvents, toCsvRows } from './collect-events.ts'
import { useEventText } from './event-text.ts'

/** Exports all matching events as CSV; meanwhile it shows how many were read, and cancels on click. */
export function ExportButton({ filter, disabled }: { filter: SecurityFilter; disabled: boolean }): ReactNode {
  const t = useT()
  const format = useFormat()
  const textOf = useEventText()
  const names = useServerNames()
  const [progress, setProgress] = useState<number>()
  const run = useRef<AbortController>(undefined)
  useEffect(() => () => run.current?.abort(), [])

  async function start() {
    const control = new AbortController()
    run.current = control
    setProgress(0)
    try {
      const { events, isComplete } = await collectEvents({
        filter,
        read: (search) => api<SecurityEventPage>('GET', eventsPath, undefined, { search, signal: control.signal }),
        onProgress: setProgress,
      })
      const name = fileNameOf(['security-events', new Date().toISOString().slice(0, 10)], 'csv')
      saveFile(name, 'text/csv;charset=utf-8', toCsv(toCsvRows(events, textOf, names)))
      const number = format.number(events.length)
      if (isComplete) toast.success(t('export.done', { count: events.length, number }))
      else toast.warning(t('export.part', { number }))
    } catch (error) {
      if (!control.signal.aborted) toast.error(errorText(error, t))
    } finally {
      if (run.current === control) setProgress(undefined)
    }
  }

  const isRunning = progress !== undefined
  return (
    <Button
      disabled={disabled && !isRunning}
      onClick={() => (isRunning ? run.current?.abort() : void start())}
      data-tip={t(isRunning ? 'export.stop' : 'export.hint')}
      className="figures"
    >
      {isRunning ? <X aria-hidden /> : <Download aria-hidden />}
      {isRunning ? t('export.running', { number: format.number(progress) }) : t('export.start')}
    </Button>
  )
}
