import { DeleteDialog, useApi, useT } from '@svc/dashboard-sdk'
import type { NetworkOverview, NetworkTarget } from '@svc/plugin-probes/contract'
import type { ReactNode } from 'react'
import { overviewPath, targetsPath } from '../paths.ts'

/** Deletes a target of one's own, and says how many servers probe it. */
export function DeleteTarget({ target, onClose }: { target: NetworkTarget; onClose: () => void }): ReactNode {
  const t = useT()
  const { data } = useApi<readonly NetworkOverview[]>(overviewPath)
  const users = data?.filter(({ targets }) => targets.some(({ target_id }) => target_id === target.id)).length
  return (
    <DeleteDialog
      path={`${targetsPath}/${encodeURIComponent(target.id)}`}
      invalidates={['/api/network-probes', '/api/servers']}
      title={t('delete.title', { name: target.name })}
      description={t('delete.lead')}
      action={t('delete.action')}
      done={t('delete.done')}
      onClose={onClose}
    >
      {users !== undefined && (
        <p className="text-sm">{users > 0 ? t('delete.used', { count: users }) : t('delete.unused')}</p>
      )}
    </DeleteDialog>
  )
}
