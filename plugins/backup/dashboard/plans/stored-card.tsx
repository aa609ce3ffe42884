import {
  Badge,
  Button,
  Card,
  type Column,
  DeleteDialog,
  EmptyState,
  IconButton,
  Table,
  Tooltip,
  useApi,
  useFormat,
  useT,
} from '@svc/dashboard-sdk'
import { Archive, Download, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BackupState } from '../../src/backup-schema.ts'
import type { Plan, StoredBackupView } from '../../src/plans/plan-schema.ts'
import { storedBackupPath, storedPath } from '../paths.ts'
import { RestoreStoredDialog } from '../restore/restore-stored-dialog.tsx'

/** The backups at the destination of a plan. */
export function StoredCard({ plan: { id }, state }: { plan: Plan; state: BackupState | undefined }): ReactNode {
  const t = useT()
  const format = useFormat()
  const backups = useApi<StoredBackupView[]>(storedPath(id))
  const [dialog, setDialog] = useState<{ readonly act: 'restore' | 'delete'; readonly backup: StoredBackupView }>()
  const close = () => setDialog(undefined)
  const columns: Column<StoredBackupView>[] = [
    {
      id: 'created',
      header: t('stored.created'),
      cell: ({ name, created_at, size, is_own }) => (
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <time dateTime={created_at} className="font-medium">
              {format.dateTime(created_at)}
            </time>
            {!is_own && <Badge hint={t('stored.otherHint')}>{t('stored.other')}</Badge>}
          </p>
          <p data-tip={name} className="max-w-[min(24rem,45vw)] truncate font-mono text-faint text-xs">
            {name}
          </p>
          <p className="text-faint text-xs sm:hidden">{format.bytes(size)}</p>
        </div>
      ),
    },
    {
      id: 'size',
      header: t('stored.size'),
      align: 'right',
      className: 'max-sm:hidden whitespace-nowrap',
      cell: ({ size }) => format.bytes(size),
    },
    {
      id: 'actions',
      label: t('stored.actions'),
      align: 'right',
      className: 'w-0',
      cell: (backup) => {
        const at = format.dateTime(backup.created_at)
        return (
          <div className="flex justify-end gap-1">
            <Tooltip text={t('stored.download')}>
              <Button asChild variant="ghost" className="size-8.5 px-0">
                <a href={storedBackupPath(id, backup.name)} download aria-label={t('stored.downloadNamed', { at })}>
                  <Download aria-hidden />
                </a>
              </Button>
            </Tooltip>
            <IconButton
              label={t('stored.restoreNamed', { at })}
              disabled={!state || state.operation !== null}
              onClick={() => setDialog({ act: 'restore', backup })}
            >
              <RotateCcw aria-hidden />
            </IconButton>
            <IconButton label={t('stored.deleteNamed', { at })} onClick={() => setDialog({ act: 'delete', backup })}>
              <Trash2 aria-hidden />
            </IconButton>
          </div>
        )
      },
    },
  ]
  return (
    <Card flush title={t('stored.title')} description={t('stored.lead')}>
      <Table
        caption={t('stored.title')}
        columns={columns}
        rows={backups.data}
        rowKey={({ name }) => name}
        error={backups.error}
        onRetry={() => void backups.refetch()}
        empty={<EmptyState icon={Archive} title={t('stored.empty')} description={t('stored.emptyHint')} />}
      />
      {dialog?.act === 'restore' && state && (
        <RestoreStoredDialog planId={id} backup={dialog.backup} state={state} onClose={close} />
      )}
      {dialog?.act === 'delete' && (
        <DeleteDialog
          path={storedBackupPath(id, dialog.backup.name)}
          invalidates={[storedPath(id)]}
          title={t('stored.deleteTitle')}
          description={t('stored.deleteText', { at: format.dateTime(dialog.backup.created_at) })}
          action={t('stored.delete')}
          done={t('stored.deleted')}
          onClose={close}
        />
      )}
    </Card>
  )
}
