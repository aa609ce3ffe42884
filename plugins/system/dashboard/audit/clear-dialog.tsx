import { ConfirmDialog, toast, useApi, useFormat, useMutate, useT } from '@svc/dashboard-sdk'
import type { AuditLogPage } from '@svc/plugin-system/contract'
import type { ReactNode } from 'react'

const path = '/api/audit-logs'

/** Clears the log after a typed confirmation. */
export function ClearDialog({ onClose, onCleared }: { onClose: () => void; onCleared: () => void }): ReactNode {
  const t = useT()
  const format = useFormat()
  // unfiltered, because clearing ignores the filters
  const newest = useApi<AuditLogPage>(path, { search: { limit: 1 }, staleTime: 0 })
  const total = newest.data?.total
  const oldest = useApi<AuditLogPage>(path, {
    search: { limit: 1, offset: Math.max(0, (total ?? 1) - 1) },
    enabled: total !== undefined && total > 0,
  })
  const first = oldest.data?.entries[0]
  const clear = useMutate<void, { deleted: number }>('DELETE', path, {
    invalidates: [path],
    onDone: ({ deleted }) => {
      toast.success(t('audit.cleared', { count: deleted, number: format.number(deleted) }))
      onCleared()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('audit.clearTitle')}
      action={t('audit.clear')}
      typed={t('audit.clearWord')}
      busy={clear.isPending}
      onConfirm={() => clear.mutate()}
    >
      <div className="flex flex-col gap-2.5 text-sm">
        <p>
          {total === undefined
            ? t('audit.clearAll')
            : t('audit.clearCount', { count: total, number: format.number(total) })}
        </p>
        {first && <p>{t('audit.clearSince', { when: format.dateTime(first.created_at) })}</p>}
        <p className="text-muted">{t('audit.clearFilters')}</p>
        <p className="text-muted">{t('audit.clearTrace')}</p>
      </div>
    </ConfirmDialog>
  )
}
