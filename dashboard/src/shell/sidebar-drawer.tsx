import { Drawer, useT } from '@svc/dashboard-sdk'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { BrandMark } from './brand-mark.tsx'
import { NavList } from './nav-list.tsx'
import { UserMenu } from './user-menu.tsx'

/** The sidebar on narrow screens: opened by the menu button, closed by navigation. */
export default function SidebarDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT('shell')
  const path = useLocation({ select: (location) => location.pathname })
  const [opened] = useState(path)
  useEffect(() => {
    if (path !== opened) onClose()
  }, [path, opened, onClose])
  return (
    <Drawer open onOpenChange={onClose} title={t('nav.menu')} className="md:hidden">
      <BrandMark collapsed={false} />
      <nav aria-label={t('nav.label')} className="min-h-0 flex-1 overflow-y-auto px-2.5 py-2">
        <NavList collapsed={false} />
      </nav>
      <div className="border-t p-2.5">
        <UserMenu collapsed={false} />
      </div>
    </Drawer>
  )
}
