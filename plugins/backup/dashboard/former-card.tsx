import { Card, useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { FormerDatabase } from '../src/backup-schema.ts'

/** The databases that restores have replaced. */
export function FormerCard({ former }: { former: readonly FormerDatabase[] }): ReactNode {
  const t = useT()
  const format = useFormat()
  return (
    <Card title={t('former.title')} description={t('former.lead')}>
      <ul className="divide-y text-sm">
        {former.map(({ name, size, replaced_at }) => (
          <li
            key={name}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0"
          >
            <span className="wrap-anywhere min-w-0 font-mono text-xs">{name}</span>
            <span className="figures text-muted">
              {format.dateTime(replaced_at)} · {format.bytes(size)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
