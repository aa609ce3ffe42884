import { DropdownMenu, IconButton, MenuItem, MenuSeparator, useT } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import { CirclePause, CirclePlay, Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEnable } from './use-enable.ts'

/** What an admin can do to a monitor in a dialog. */
export type Act = 'edit' | 'duplicate' | 'delete'

/** The acts on one monitor behind a button. */
export function MonitorMenu(props: { monitor: Monitor; act: (what: Act, monitor: Monitor) => void }): ReactNode {
  const { monitor, act } = props
  const t = useT()
  const enable = useEnable(monitor.id)
  return (
    <DropdownMenu
      trigger={
        <IconButton label={t('menu.label', { name: monitor.name })} size="sm">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={Pencil} onSelect={() => act('edit', monitor)}>
        {t('menu.edit')}
      </MenuItem>
      <MenuItem icon={Copy} onSelect={() => act('duplicate', monitor)}>
        {t('menu.duplicate')}
      </MenuItem>
      <MenuItem
        icon={monitor.enabled ? CirclePause : CirclePlay}
        disabled={enable.isPending}
        onSelect={() => enable.mutate(!monitor.enabled)}
      >
        {t(monitor.enabled ? 'menu.pause' : 'menu.resume')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} destructive onSelect={() => act('delete', monitor)}>
        {t('menu.delete')}
      </MenuItem>
    </DropdownMenu>
  )
}
