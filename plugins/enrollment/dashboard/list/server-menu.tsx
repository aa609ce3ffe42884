import { DropdownMenu, IconButton, MenuItem, MenuSeparator, useT } from '@svc/dashboard-sdk'
import { Ellipsis, KeyRound, ListChecks, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSelection } from '../bulk/use-selection.ts'

/** What an admin can do to a server from the list. */
export type Act = (what: 'edit' | 'enroll' | 'code' | 'delete', id: string) => void

/** The acts on one server behind a button. */
export function ServerMenu({ id, name, act }: { id: string; name: string; act: Act }): ReactNode {
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
      <MenuItem icon={Pencil} onSelect={() => act('edit', id)}>
        {t('menu.edit')}
      </MenuItem>
      <MenuItem icon={KeyRound} onSelect={() => act('enroll', id)}>
        {t('menu.enroll')}
      </MenuItem>
      <MenuItem icon={ListChecks} onSelect={() => selection.toggle(id)}>
        {t('select.start')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} destructive onSelect={() => act('delete', id)}>
        {t('menu.delete')}
      </MenuItem>
    </DropdownMenu>
  )
}
