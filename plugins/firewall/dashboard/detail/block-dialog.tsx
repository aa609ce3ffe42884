import {
  ApiError,
  Button,
  CopyButton,
  Dialog,
  EmptyState,
  ErrorState,
  onDemand,
  PageLink,
  type PageRef,
  Skeleton,
  useApi,
  useCanOpenPage,
  useFormat,
  useMe,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import { rulesPage } from '@svc/plugin-alerts/dashboard/pages'
import type { BlockDetail } from '@svc/plugin-firewall/contract'
import { securityPage } from '@svc/plugin-security/dashboard/pages'
import { Pencil, SearchX, ShieldOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Applied } from '../list/applied.tsx'
import { Expiry } from '../list/expiry.tsx'
import { OriginBadge } from '../list/origin-badge.tsx'
import { Scope } from '../list/scope.tsx'
import { blockPath, changedPaths } from '../paths.ts'
import { ServerStates } from './server-states.tsx'
import { UnblockDialog } from './unblock-dialog.tsx'

const linkClass = 'rounded-xs text-accent underline-offset-2 hover:underline'

const EditForm = onDemand(() => import('../form/edit-form.tsx'), null)

/** The details of the block with this id. */
export function BlockDialog({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const [opened, setOpened] = useState<'edit' | 'delete'>()
  const { data, error, refetch } = useApi<BlockDetail>(blockPath(id), { staleTime: 0 })
  const isMissing = error instanceof ApiError && error.status === 404
  const close = () => setOpened(undefined)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={data && !isMissing ? <span className="break-all font-mono">{data.target}</span> : t('detail.title')}
      side
      footer={
        isAdmin &&
        data &&
        !isMissing && (
          <>
            <Button variant="ghost" onClick={() => setOpened('delete')}>
              <ShieldOff aria-hidden />
              {t('delete.action')}
            </Button>
            <Button onClick={() => setOpened('edit')}>
              <Pencil aria-hidden />
              {t('edit.open')}
            </Button>
          </>
        )
      }
    >
      {isMissing ? (
        <EmptyState icon={SearchX} title={t('detail.missing')} description={t('detail.missingHint')} />
      ) : data ? (
        <Details block={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-48" />
      )}
      {data && opened === 'edit' && <EditForm block={data} onClose={close} />}
      {data && opened === 'delete' && <UnblockDialog block={data} onClose={close} onDeleted={onClose} />}
    </Dialog>
  )
}

function Details({ block }: { block: BlockDetail }) {
  const t = useT()
  const format = useFormat()
  const { isAdmin } = useMe()
  const confirm = useMutate('POST', `${blockPath(block.id)}/confirm`, { invalidates: changedPaths })
  return (
    <div className="flex flex-col gap-5 text-sm">
      <dl className="grid grid-cols-[8rem_1fr] items-baseline gap-x-5 gap-y-2">
        <dt className="text-muted">{t('column.target')}</dt>
        <dd className="flex flex-wrap items-center gap-x-2">
          <code className="break-all">{block.target}</code>
          <CopyButton text={block.target} />
        </dd>
        {block.comment !== null && (
          <>
            <dt className="text-muted">{t('detail.comment')}</dt>
            <dd className="wrap-anywhere">{block.comment}</dd>
          </>
        )}
        <dt className="text-muted">{t('column.scope')}</dt>
        <dd>
          <Scope block={block} />
        </dd>
        <dt className="text-muted">{t('column.applied')}</dt>
        <dd>
          <Applied applied={block.applied} />
        </dd>
        <dt className="text-muted">{t('column.origin')}</dt>
        <dd className="flex flex-wrap items-center gap-x-3">
          <OriginBadge origin={block.origin} />
          {block.origin_event_id !== null && (
            <PageLink page={securityPage} search={{ event: block.origin_event_id }} className={linkClass}>
              {t('detail.event')}
            </PageLink>
          )}
        </dd>
        {block.origin_rule_id !== null && <Rule id={block.origin_rule_id} />}
        {block.created_by !== null && isAdmin && <Creator id={block.created_by} />}
        <dt className="text-muted">{t('column.created')}</dt>
        <dd className="figures">{format.dateTime(block.created_at)}</dd>
        <dt className="text-muted">{t('column.expires')}</dt>
        <dd>
          <Expiry block={block} />
          {block.expires_at !== null && (
            <span className="figures block text-faint text-xs">{format.dateTime(block.expires_at)}</span>
          )}
          {block.confirm_until !== null && isAdmin && (
            <Button size="sm" className="mt-1.5" busy={confirm.isPending} onClick={() => confirm.mutate()}>
              {t('detail.keep')}
            </Button>
          )}
        </dd>
      </dl>
      <section aria-label={t('detail.servers')}>
        <h3 className="mb-1 font-medium">{t('detail.servers')}</h3>
        <ServerStates block={block} />
      </section>
    </div>
  )
}

/** The alert rule that made a block, for those who may see rules. */
function Rule({ id }: { id: string }) {
  const t = useT()
  const canOpen = useCanOpenPage(rulesPage as PageRef)
  const { data, error } = useApi<{ name: string }>(`/api/alert-rules/${encodeURIComponent(id)}`, { enabled: canOpen })
  if (!canOpen) return null
  return (
    <>
      <dt className="text-muted">{t('detail.rule')}</dt>
      <dd className="wrap-anywhere">
        {data ? (
          <PageLink page={rulesPage} search={{ rule: id }} className={linkClass}>
            {data.name}
          </PageLink>
        ) : error ? (
          t('detail.deletedRule')
        ) : (
          '…'
        )}
      </dd>
    </>
  )
}

function Creator({ id }: { id: string }) {
  const t = useT()
  const { data, error } = useApi<{ username: string }>(`/api/users/${encodeURIComponent(id)}`)
  return (
    <>
      <dt className="text-muted">{t('detail.createdBy')}</dt>
      <dd className="wrap-anywhere">{data?.username ?? (error ? t('detail.deletedUser') : '…')}</dd>
    </>
  )
}
