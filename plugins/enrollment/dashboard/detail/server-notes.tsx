import { Badge, useT } from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import { StickyNote } from 'lucide-react'
import type { ReactNode } from 'react'

/** The notes of a server; members do not receive the internal one. */
export function ServerNotes({ record }: { record: ServerRecord }): ReactNode {
  const t = useT()
  const notes = [
    { key: 'internal', text: record.remark },
    { key: 'public', text: record.public_remark },
  ].filter(({ text }) => text)
  if (notes.length === 0 && !record.hidden) return null
  return (
    <div className="mb-4 flex flex-col gap-2 text-sm">
      {record.hidden && (
        <p>
          <Badge tone="warn">{t('detail.hidden')}</Badge>
        </p>
      )}
      {notes.map(({ key, text }) => (
        <p key={key} className="flex items-start gap-2.5">
          <StickyNote className="mt-0.5 size-4 shrink-0 text-faint" aria-hidden />
          <span className="sr-only">{t(`detail.note.${key}`)}</span>
          <span className="min-w-0 max-w-prose whitespace-pre-line break-words text-muted">{text}</span>
          {key === 'public' && <Badge className="shrink-0">{t('detail.public')}</Badge>}
        </p>
      ))}
    </div>
  )
}
