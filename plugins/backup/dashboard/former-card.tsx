import { Badge, Card, DeleteDialog, IconButton, useFormat, useT } from '@svc/dashboard-sdk'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FormerDatabase } from '../src/backup-schema.ts'
import { backupPath, formerPath } from './paths.ts'

/** The databases that restores have replaced, and the copies made before upgrades. */
export function FormerCard({ former }: { former: readonly FormerDatabase[] }): ReactNode {
  const t = useT()
  const format = useFormat()
  const [deleting, setDeleting] = useState<FormerDatabase>()
  return (
    <Card title={t('former.title')} description={t('former.lead')}>
      <ul className="divide-y text-sm">
        {former.map((one) => (
          <li key={one.name} className="flex items-center justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="wrap-anywhere min-w-0 font-mono text-xs">{one.name}</span>
                {one.kind === 'migrated' && <Badge>{t('former.migration', { version: one.migrated_to })}</Badge>}
                {one.kind === 'failed' && <Badge tone="warn">{t('former.failed')}</Badge>}
              </p>
              <p className="figures mt-0.5 text-muted text-xs">
                {format.dateTime(one.replaced_at)} · {format.bytes(one.size)}
              </p>
            </div>
            <IconButton label={t('former.delete', { name: one.name })} onClick={() => setDeleting(one)}>
              <Trash2 aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {deleting && (
        <DeleteDialog
          path={formerPath(deleting.name)}
          invalidates={[backupPath]}
          title={t('former.deleteTitle')}
          description={t('former.deleteText', { name: deleting.name })}
          action={t('former.deleteAction')}
          done={t('former.deleted')}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </Card>
  )
}
