import {
  Badge,
  Button,
  type Column,
  DeleteDialog,
  EmptyState,
  IconButton,
  SearchInput,
  Select,
  Table,
  useApi,
  useT,
} from '@svc/dashboard-sdk'
import type { NetworkOverview, NetworkTarget } from '@svc/plugin-probes/contract'
import { Pencil, Radar, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { overviewPath, targetsPath } from '../paths.ts'
import type { ProbesSearch } from '../search.ts'
import { groupOf, groupsOf, isOwn, matches, own } from '../targets/target-groups.ts'
import { placeName, providerName, targetName } from '../targets/target-names.ts'
import { TargetDialog } from './target-dialog.tsx'

type Action = { readonly kind: 'edit' | 'delete'; readonly target: NetworkTarget }

/** All targets; custom ones can be edited. */
export function TargetsTab(props: {
  targets: readonly NetworkTarget[] | undefined
  error: unknown
  onRetry: () => void
  search: ProbesSearch
  onSearch: (patch: Partial<ProbesSearch>) => void
}): ReactNode {
  const { targets, error, onRetry, search, onSearch } = props
  const { q = '', group } = search
  const t = useT()
  const [action, setAction] = useState<Action>()
  const groups = useMemo(() => groupsOf(t, targets ?? []), [targets, t])
  const rows = useMemo(() => {
    const listed = groups.flatMap((one) => one.targets)
    return targets && listed.filter((target) => (!group || groupOf(target) === group) && matches(t, target, q))
  }, [targets, groups, group, q, t])
  const columns = useMemo(() => columnsOf(t, setAction), [t])
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchInput
          value={q}
          onChange={(next) => onSearch({ q: next || undefined })}
          placeholder={t('picker.search')}
          className="md:w-96"
        />
        <Select
          aria-label={t('settings.group')}
          value={group ?? ''}
          onChange={({ target }) => onSearch({ group: target.value || undefined })}
          className="w-full md:w-52"
        >
          <option value="">{t('settings.allGroups')}</option>
          {group && !groups.some(({ id }) => id === group) && <option value={group}>{t(`group.${group}`)}</option>}
          {groups.map(({ id, name, targets: members }) => (
            <option key={id} value={id}>
              {name} ({members.length})
            </option>
          ))}
        </Select>
      </div>
      <div className="panel overflow-clip">
        <Table
          caption={t('settings.targets')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          error={error}
          onRetry={onRetry}
          empty={
            <EmptyState
              icon={Radar}
              title={t(group === own && !q ? 'settings.noOwn' : 'picker.empty')}
              description={group === own && !q ? t('settings.noOwnHint') : undefined}
              action={
                <Button onClick={() => onSearch({ q: undefined, group: undefined })}>{t('settings.showAll')}</Button>
              }
            />
          }
        />
      </div>
      {action?.kind === 'edit' && <TargetDialog target={action.target} onClose={() => setAction(undefined)} />}
      {action?.kind === 'delete' && <DeleteTarget target={action.target} onClose={() => setAction(undefined)} />}
    </>
  )
}

function columnsOf(t: ReturnType<typeof useT>, onAction: (action: Action) => void): readonly Column<NetworkTarget>[] {
  return [
    {
      id: 'name',
      header: t('settings.name'),
      cell: (target) => (
        <div className="min-w-0 max-w-[min(20rem,45vw)]">
          <p className="truncate font-medium" data-tip={targetName(t, target)}>
            {targetName(t, target)}
          </p>
          <p className="figures truncate text-muted text-xs" data-tip={target.target}>
            {target.target}
          </p>
        </div>
      ),
    },
    {
      id: 'type',
      header: t('settings.type'),
      cell: (target) => (
        <>
          {target.probe_type.toUpperCase()}
          <Source target={target} className="ml-2 sm:hidden" />
        </>
      ),
    },
    {
      id: 'provider',
      header: t('settings.provider'),
      className: 'max-md:hidden',
      cell: (target) => providerName(t, target) || <None />,
    },
    {
      id: 'place',
      header: t('settings.place'),
      className: 'max-md:hidden',
      cell: (target) => placeName(t, target) || <None />,
    },
    {
      id: 'source',
      header: t('settings.source'),
      className: 'max-sm:hidden',
      cell: (target) => <Source target={target} />,
    },
    {
      id: 'acts',
      label: t('settings.acts'),
      align: 'right',
      cell: (target) =>
        isOwn(target) && (
          <span className="inline-flex gap-1">
            <IconButton
              size="sm"
              label={t('settings.editNamed', { name: target.name })}
              onClick={() => onAction({ kind: 'edit', target })}
            >
              <Pencil aria-hidden />
            </IconButton>
            <IconButton
              size="sm"
              label={t('settings.deleteNamed', { name: target.name })}
              onClick={() => onAction({ kind: 'delete', target })}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </span>
        ),
    },
  ]
}

function Source({ target, className }: { target: NetworkTarget; className?: string }) {
  const t = useT()
  return (
    <Badge tone={isOwn(target) ? 'accent' : 'neutral'} className={className}>
      {t(isOwn(target) ? 'settings.own' : 'settings.preset')}
    </Badge>
  )
}

const None = () => <span className="text-faint">–</span>

/** Deletes a custom target, and shows how many servers probe it. */
function DeleteTarget({ target, onClose }: { target: NetworkTarget; onClose: () => void }): ReactNode {
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
