import {
  Badge,
  Button,
  DropdownMenu,
  Flag,
  IconButton,
  MenuItem,
  MenuSeparator,
  PageHeader,
  PageLink,
  type ServerState,
  ServerStateDot,
  Slot,
  stateOf,
  useFormat,
  useMe,
  useNavigateToPage,
  useNow,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import type { ServerStatus } from '@svc/protocol'
import { Ellipsis, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { serverActions, serverBadges, serverPage, serversPage } from '../pages.ts'
import { useGroups } from '../server/use-groups.ts'
import { DeleteServerDialog } from './delete-server-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'

/** Name, state and labels of a server, and actions for admins. */
export function ServerHeader({ record, row }: { record: ServerRecord; row: ServerStatus | undefined }): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const { nameOf } = useGroups()
  const navigate = useNavigateToPage()
  const [search, setSearch] = usePageSearch(serverPage)
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const billing = isAdmin && search.edit === 'billing'
  const close = () => {
    setOpen(undefined)
    if (search.edit) setSearch({ edit: undefined })
  }
  const state = row ? stateOf(row) : undefined
  const group = record.group_id ? nameOf(record.group_id) : undefined
  return (
    <>
      <PageHeader
        title={record.name}
        compact
        aside={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Flag code={record.country_code} />
            {state && <ServerStateDot state={state} />}
            <UptimeOrLastSeen state={state} row={row} />
            {row && <Slot of={serverBadges} server={row} where="header" pending={null} />}
            {group && <span className="text-muted text-sm">{group}</span>}
            {row && row.tags.length > 0 && (
              <span className="flex flex-wrap gap-1">
                {row.tags.map((tag) => (
                  <PageLink
                    key={tag}
                    page={serversPage}
                    search={{ tag }}
                    data-tip={t('tags.filter', { tag })}
                    className="inline-flex rounded-xs"
                  >
                    <Badge className="hover:text-ink">{tag}</Badge>
                  </PageLink>
                ))}
              </span>
            )}
          </span>
        }
        actions={
          isAdmin && (
            <>
              <Button onClick={() => setOpen('edit')} className="max-sm:px-2">
                <Pencil aria-hidden />
                <span className="max-sm:sr-only">{t('menu.edit')}</span>
              </Button>
              <DropdownMenu
                trigger={
                  <IconButton label={t('menu.label', { name: record.name })} variant="secondary">
                    <Ellipsis aria-hidden />
                  </IconButton>
                }
              >
                <MenuItem icon={KeyRound} onSelect={() => setSearch({ tab: 'agent' })}>
                  {t('menu.enroll')}
                </MenuItem>
                {row && <Slot of={serverActions} server={row} pending={null} />}
                <MenuSeparator />
                <MenuItem icon={Trash2} destructive onSelect={() => setOpen('delete')}>
                  {t('menu.delete')}
                </MenuItem>
              </DropdownMenu>
            </>
          )
        }
      />
      {(open === 'edit' || billing) && <EditDialog id={record.id} billing={billing} onClose={close} />}
      {open === 'delete' && (
        <DeleteServerDialog id={record.id} onClose={close} onDeleted={() => navigate(serversPage, { replace: true })} />
      )}
    </>
  )
}

/** Uptime, or when the server was last seen. */
function UptimeOrLastSeen({ state, row }: { state: ServerState | undefined; row: ServerStatus | undefined }) {
  const t = useT()
  const format = useFormat()
  const now = useNow(5000)
  if (!row) return null
  if (row.online && row.uptime > 0) {
    return <span className="figures text-faint text-sm">{t('detail.up', { span: format.duration(row.uptime) })}</span>
  }
  if (state !== 'offline' || row.last_active === 0) return null
  return (
    <span className="text-faint text-sm" data-tip={format.dateTime(row.last_active * 1000)}>
      {t('list.lastSeen', { when: format.relative(row.last_active * 1000, Math.max(now, row.last_active * 1000)) })}
    </span>
  )
}
