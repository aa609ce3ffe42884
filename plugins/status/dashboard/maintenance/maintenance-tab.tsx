import {
  Badge,
  Button,
  Card,
  type Column,
  ConfirmDialog,
  DeleteDialog,
  DropdownMenu,
  EmptyState,
  IconButton,
  MenuItem,
  MenuSeparator,
  onDemand,
  StaleNote,
  StatusDot,
  type StatusTone,
  Table,
  toast,
  useApi,
  useFormat,
  useMutate,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import type { Maintenance, MaintenanceState } from '@svc/plugin-status/contract'
import { CalendarClock, CircleStop, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { VisibilityBadge } from '../incidents/incident-marks.tsx'
import { maintenancePath, maintenancesPath } from '../paths.ts'
import { recurrenceText } from './recurrence.ts'
import { useZonedFormat } from './use-zoned-format.ts'

const MaintenanceDialog = onDemand(() => import('./maintenance-dialog.tsx'), null)

/** Those that matter now come first. */
const order: readonly MaintenanceState[] = ['in_progress', 'planned', 'inactive', 'ended']
const tones: Readonly<Record<MaintenanceState, StatusTone>> = {
  in_progress: 'warn',
  planned: 'pending',
  inactive: 'off',
  ended: 'on',
}

/** Maintenance windows. */
export function MaintenanceTab(): ReactNode {
  const t = useT()
  const [adding, setAdding] = useState(false)
  const { data, error, refetch } = useApi<readonly Maintenance[]>(maintenancesPath, { refetchInterval: 60_000 })
  const rows = data?.toSorted(
    (a, b) => order.indexOf(a.state) - order.indexOf(b.state) || timeOf(a).localeCompare(timeOf(b)),
  )
  const columns: Column<Maintenance>[] = [
    { id: 'title', header: t('incidents.name'), cell: (window) => <TitleCell window={window} /> },
    {
      id: 'when',
      header: t('maintenance.when'),
      className: 'max-md:hidden',
      cell: (window) => <Times window={window} />,
    },
    {
      id: 'servers',
      header: t('incidents.servers'),
      className: 'max-lg:hidden text-muted',
      cell: (window) => <ServerNames window={window} />,
    },
    {
      id: 'state',
      header: t('maintenance.state'),
      className: 'max-sm:hidden',
      cell: ({ state }) => <StatusDot tone={tones[state]} label={t(`maintenance.states.${state}`)} />,
    },
    { id: 'menu', label: t('incident.menu'), className: 'w-10', cell: (window) => <Menu window={window} /> },
  ]
  return (
    <>
      {data && <StaleNote error={error} onRetry={() => void refetch()} />}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-sm">{t('maintenance.lead')}</p>
        <Button variant="primary" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          {t('maintenance.add')}
        </Button>
      </div>
      <Card flush>
        <Table
          caption={t('tabs.maintenance')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          empty={
            <EmptyState icon={CalendarClock} title={t('maintenance.empty')} description={t('maintenance.emptyHint')} />
          }
        />
      </Card>
      {adding && <MaintenanceDialog onClose={() => setAdding(false)} />}
    </>
  )
}

const spanOf = ({ current, next, start_at, end_at }: Maintenance) => current ?? next ?? { start_at, end_at }
const timeOf = (window: Maintenance) => spanOf(window).start_at

function TitleCell({ window }: { window: Maintenance }) {
  const t = useT()
  const { title, is_public, state } = window
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <span className="wrap-anywhere font-medium">{title}</span>
      <span className="flex flex-wrap items-center gap-1.5">
        <VisibilityBadge isPublic={is_public} />
        {window.recurrence !== null && <Badge>{t('maintenance.recurring')}</Badge>}
        <span className="sm:hidden">
          <StatusDot tone={tones[state]} label={t(`maintenance.states.${state}`)} />
        </span>
      </span>
      <div className="md:hidden">
        <Times window={window} />
      </div>
    </div>
  )
}

function Times({ window }: { window: Maintenance }) {
  const t = useT()
  const format = useFormat()
  const { recurrence, timezone } = window
  const { start_at, end_at } = spanOf(window)
  const zoned = useZonedFormat(timezone)
  return (
    <div className="text-sm">
      <p className="figures">{zoned.span(start_at, end_at)}</p>
      <p className="text-faint text-xs">
        {[recurrence && recurrenceText(recurrence, t, format), timezone.replaceAll('_', ' ')]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

function ServerNames({ window: { all_servers, server_ids } }: { window: Maintenance }) {
  const t = useT()
  const format = useFormat()
  const names = useServerNames()
  if (all_servers) return t('maintenance.scopes.all')
  // The servers of the window were deleted.
  if (server_ids.length === 0) return t('maintenance.noServers')
  return <span className="line-clamp-2">{format.list(server_ids.map((id) => names.get(id) ?? id))}</span>
}

function Menu({ window }: { window: Maintenance }) {
  const t = useT()
  const { id, title, state } = window
  const [dialog, setDialog] = useState<'edit' | 'end' | 'delete'>()
  const end = useMutate<void, Maintenance>('POST', `${maintenancePath(id)}/end`, { invalidates: [maintenancesPath] })
  const close = () => setDialog(undefined)
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton label={t('maintenance.menuOf', { title })}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={Pencil} onSelect={() => setDialog('edit')}>
          {t('maintenance.edit')}
        </MenuItem>
        {state === 'in_progress' && (
          <MenuItem icon={CircleStop} onSelect={() => setDialog('end')}>
            {t('maintenance.endNow')}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} destructive onSelect={() => setDialog('delete')}>
          {t('maintenance.delete')}
        </MenuItem>
      </DropdownMenu>
      {dialog === 'edit' && <MaintenanceDialog window={window} onClose={close} />}
      <ConfirmDialog
        open={dialog === 'end'}
        onOpenChange={close}
        title={t('maintenance.endTitle', { title })}
        description={t('maintenance.endHint')}
        action={t('maintenance.endNow')}
        busy={end.isPending}
        onConfirm={() =>
          end.mutate(undefined, {
            onSuccess() {
              toast.success(t('maintenance.endedNow'))
              close()
            },
          })
        }
      />
      {dialog === 'delete' && (
        <DeleteDialog
          path={maintenancePath(id)}
          invalidates={[maintenancesPath]}
          title={t('maintenance.deleteTitle', { title })}
          description={t('maintenance.deleteHint')}
          action={t('maintenance.delete')}
          done={t('maintenance.deleted')}
          onClose={close}
        />
      )}
    </>
  )
}
