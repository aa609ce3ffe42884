import { DropdownMenu, IconButton, MenuItem, MenuSeparator, Slot, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { Ellipsis, KeyRound, ListChecks, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSelection } from '../bulk/use-selection.ts'
import { serverActions } from '../pages.ts'

/** Called when an admin chooses an action for a server of the list. */
export type OnServerAction = (action: 'edit' | 'enroll' | 'code' | 'delete', id: string) => void

/** The action menu of a server. */
export function ServerMenu({ server, onAction }: { server: ServerStatus; onAction: OnServerAction }): ReactNode {
  const { id, name } = server
  const t = useT()
  const selection = useSelection()
  return (
    <DropdownMenu
      trigger={
        <IconButton label={t('menu.label', { name })} size="sm" className="relative z-1">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={Pencil} onSelect={() => onAction('edit', id)}>
        {t('menu.edit')}
      </MenuItem>
      <MenuItem icon={KeyRound} onSelect={() => onAction('enroll', id)}>
        {t('menu.enroll')}
      </MenuItem>
      <MenuItem icon={ListChecks} onSelect={() => selection.toggle(id)}>
        {t('select.start')}
      </MenuItem>
      <Slot of={serverActions} server={server} pending={null} />
      <MenuSeparator />
      <MenuItem icon={Trash2} destructive onSelect={() => onAction('delete', id)}>
        {t('menu.delete')}
      </MenuItem>
    </DropdownMenu>
  )
}
