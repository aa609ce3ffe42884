import { Button, cn, useFormat, useT } from '@svc/dashboard-sdk'
import { FileCode2, Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { maxBytes } from './send.ts'

/** Accepts a dropped or selected file. */
export function DropZone(props: { file: File | undefined; onFile: (file: File) => void; busy: boolean }): ReactNode {
  const { file, onFile, busy } = props
  const t = useT()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const take = (files: FileList | null | undefined) => {
    const first = files?.[0]
    if (first && !busy) onFile(first)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  return (
    <section
      aria-label={t('install.zone')}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        take(event.dataTransfer.files)
      }}
      className={cn(
        'flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-8 text-center transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken/40',
      )}
    >
      {file ? (
        <p className="flex max-w-full items-center gap-2 text-sm">
          <FileCode2 className="size-4 shrink-0 text-muted" aria-hidden />
          <span className="wrap-anywhere min-w-0 font-medium">{file.name}</span>
          <span className="shrink-0 text-muted">{format.bytes(file.size)}</span>
        </p>
      ) : (
        <p className="text-muted text-sm">{t('install.drop', { size: format.bytes(maxBytes) })}</p>
      )}
      <Button data-autofocus onClick={() => input.current?.click()} disabled={busy}>
        <Upload aria-hidden />
        {file ? t('install.other') : t('install.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".js,.mjs,.zip"
        aria-label={t('install.choose')}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          take(event.target.files)
          // Allows selecting the same file again.
          event.target.value = ''
        }}
      />
    </section>
  )
}
