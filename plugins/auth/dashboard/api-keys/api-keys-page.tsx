import { Button, Card, DeleteDialog, EmptyState, PageHeader, useApi, useMe, useT } from '@svc/dashboard-sdk'
import { Info, KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { type ApiKey, apiKeysPath, newestFirst } from './api-key.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyTable } from './key-table.tsx'

/** The user's own API keys. */
export default function ApiKeysPage(): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const { data, error, refetch } = useApi<ApiKey[]>(apiKeysPath, { staleTime: 5000, refetchInterval: 60_000 })
  const keys = useMemo(() => data && newestFirst(data), [data])
  const [creating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<ApiKey>()
  const addButton = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      {t('apiKeys.add')}
    </Button>
  )

  return (
    <>
      <PageHeader
        title={t('apiKeys.title')}
        description={t('apiKeys.lead')}
        actions={isAdmin && keys?.length !== 0 && addButton}
      />
      {!isAdmin && (
        <p className="mb-4 flex items-start gap-2.5 rounded-md bg-sunken px-4 py-2.5 text-sm">
          <Info className="mt-0.5 size-4 shrink-0 text-faint" aria-hidden />
          {t('apiKeys.adminsOnly')}
        </p>
      )}
      <Card flush>
        <KeyTable
          keys={keys}
          error={error}
          onRetry={() => void refetch()}
          onDelete={setDeleting}
          empty={
            <EmptyState
              icon={KeyRound}
              title={t('apiKeys.empty')}
              description={t('apiKeys.emptyHint')}
              action={isAdmin && addButton}
            />
          }
        />
      </Card>
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {deleting && (
        <DeleteDialog
          path={`${apiKeysPath}/${encodeURIComponent(deleting.id)}`}
          invalidates={[apiKeysPath]}
          title={t('apiKeys.deleteTitle', { name: deleting.name })}
          description={t('apiKeys.deleteText')}
          action={t('apiKeys.delete')}
          done={t('apiKeys.deleted', { name: deleting.name })}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  )
}
