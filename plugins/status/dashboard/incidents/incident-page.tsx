import {
  Card,
  DeleteDialog,
  DropdownMenu,
  ErrorState,
  IconButton,
  MenuItem,
  MenuSeparator,
  onDemand,
  PageHeader,
  Skeleton,
  StaleNote,
  useApi,
  useFormat,
  useNavigateToPage,
  usePageParams,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import type { Incident } from '@svc/plugin-status/contract'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { incidentPage, statusPagesPage } from '../pages.ts'
import { incidentPath, incidentsPath } from '../paths.ts'
import { SeverityBadge, StatusMark, VisibilityBadge } from './incident-marks.tsx'
import { Timeline } from './timeline.tsx'
import { UpdateForm } from './update-form.tsx'

const IncidentDialog = onDemand(() => import('./incident-dialog.tsx'), null)

/** An incident with its timeline. */
export default function IncidentPage(): ReactNode {
  const { id } = usePageParams(incidentPage)
  const t = useT()
  const { data, error, refetch } = useApi<Incident>(incidentPath(id), { refetchInterval: 60_000 })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-60" />
  return (
    <>
      <Header incident={data} />
      <StaleNote error={error} onRetry={() => void refetch()} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <Card title={t('timeline.title')}>
          <Timeline incident={data} />
        </Card>
        <Card title={t('update.title')} className="max-lg:order-first">
          <UpdateForm key={data.status} incident={data} />
        </Card>
      </div>
    </>
  )
}

function Header({ incident }: { incident: Incident }) {
  const { id, title, status, severity, is_public, server_ids, created_at, resolved_at } = incident
  const t = useT()
  const format = useFormat()
  const names = useServerNames()
  const navigate = useNavigateToPage()
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const facts = [
    t('incident.since', { at: format.dateTime(created_at) }),
    resolved_at && t('incident.until', { at: format.dateTime(resolved_at) }),
    server_ids.length > 0 && t('incident.on', { servers: format.list(server_ids.map((one) => names.get(one) ?? one)) }),
  ]
  return (
    <>
      <PageHeader
        title={title}
        aside={
          <span className="flex flex-wrap items-center gap-2">
            <StatusMark status={status} />
            <SeverityBadge severity={severity} />
            <VisibilityBadge isPublic={is_public} />
          </span>
        }
        description={facts.filter(Boolean).join(' · ')}
        actions={
          <DropdownMenu
            trigger={
              <IconButton label={t('incident.menu')}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={Pencil} onSelect={() => setDialog('edit')}>
              {t('incident.edit')}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} destructive onSelect={() => setDialog('delete')}>
              {t('incident.delete')}
            </MenuItem>
          </DropdownMenu>
        }
      />
      {dialog === 'edit' && <IncidentDialog incident={incident} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <DeleteDialog
          path={incidentPath(id)}
          invalidates={[incidentsPath]}
          title={t('incident.deleteTitle', { title })}
          description={t('incident.deleteHint')}
          action={t('incident.delete')}
          done={t('incident.deleted')}
          onDeleted={() => navigate(statusPagesPage, { search: { tab: 'incidents' } })}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
