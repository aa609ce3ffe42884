import { cn, useStoredChoice, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { BrandMark } from './brand-mark.tsx'
import { NavList } from './nav-list.tsx'
import { UserMenu } from './user-menu.tsx'

/** The sidebar on wide screens; only shows icons when collapsed. */
export function Sidebar({ collapsed }: { collapsed: boolean }): ReactNode {
  const t = useT('shell')
  return (
    <aside
      className={cn(
        'sticky top-0 flex h-dvh shrink-0 flex-col border-r bg-sunken/60 transition-[width] duration-200 max-md:hidden',
        collapsed ? 'w-15' : 'w-58',
      )}
    >
      <BrandMark collapsed={collapsed} />
      <nav aria-label={t('nav.label')} className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden px-2.5 py-2">
        <NavList collapsed={collapsed} />
      </nav>
      <div className="border-t p-2.5">
        <UserMenu collapsed={collapsed} />
      </div>
    </aside>
  )
}

export const isNarrowScreen = () => window.matchMedia('(max-width: 767.98px)').matches

/** Whether the sidebar is collapsed (remembered) and whether its drawer is open (phones). `Ctrl/Cmd+B` toggles. */
export function useSidebar() {
  const [width, setWidth] = useStoredChoice('sidebar', ['wide', 'narrow'])
  const [drawer, setDrawer] = useState(false)
  const collapsed = width === 'narrow'
  const closeDrawer = useCallback(() => setDrawer(false), [])

  const toggle = () => {
    if (isNarrowScreen()) setDrawer((open) => !open)
    else setWidth(collapsed ? 'wide' : 'narrow')
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (isNarrowScreen()) setDrawer((open) => !open)
      else setWidth(collapsed ? 'wide' : 'narrow')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [collapsed, setWidth])

  return { collapsed, drawer, closeDrawer, toggle }
}
