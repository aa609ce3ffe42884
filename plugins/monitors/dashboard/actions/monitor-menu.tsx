import { DropdownMenu, IconButton, MenuItem, MenuSeparator, useT } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import { CirclePause, CirclePlay, Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSetEnabled } from './enabled-switch.tsx'

/** Actions that open a dialog. */
export type MonitorAction = 'edit' | 'duplicate' | 'delete'

/** The menu of a monitor. */
export function MonitorMenu(props: {
  monitor: Monitor
  onAction: (action: MonitorAction, monitor: Monitor) => void
}): ReactNode {
  const { monitor, onAction } = props
  const t = useT()
  const enable = useSetEnabled(monitor.id)
  return (
    <DropdownMenu
      trigger={
        <IconButton label={t('menu.label', { name: monitor.name })} size="sm">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={Pencil} onSelect={() => onAction('edit', monitor)}>
        {t('menu.edit')}
      </MenuItem>
      <MenuItem icon={Copy} onSelect={() => onAction('duplicate', monitor)}>
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
      <MenuItem icon={Trash2} destructive onSelect={() => onAction('delete', monitor)}>
        {t('menu.delete')}
      </MenuItem>
    </DropdownMenu>
  )
}
