import { cn, onDemand, pageBanners, Slot, useT, watchers } from '@svc/dashboard-sdk'
import { PageTitleContext } from '@svc/dashboard-sdk/host'
import { Outlet } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { AreaTabs } from './area-tabs.tsx'
import { useCurrentPage } from './current-page.ts'
import { useDocumentTitle } from './document-title.ts'
import { Header } from './header.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { isNarrowScreen, Sidebar, useSidebar } from './sidebar.tsx'

const CommandPalette = onDemand(() => import('./command-palette.tsx'))
const SidebarDrawer = onDemand(() => import('./sidebar-drawer.tsx'), null)

/** The frame around every signed-in page. */
export function AppFrame(): ReactNode {
  const t = useT('shell')
  const sidebar = useSidebar()
  const [palette, setPalette] = usePalette()
  const page = useCurrentPage()
  const [title, setTitle] = useState<string>()
  useDocumentTitle(page, title)
  // Phones open it soon, perhaps while the connection is lost.
  useEffect(() => {
    if (isNarrowScreen()) void SidebarDrawer.code.preload()
  }, [])
  return (
    <PageTitleContext value={setTitle}>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-4 py-2 font-medium text-on-accent text-sm focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('skip')}
      </a>
      <div className="flex min-h-dvh">
        <Sidebar collapsed={sidebar.collapsed} />
        {sidebar.drawer && <SidebarDrawer onClose={sidebar.closeDrawer} />}
        <div className="flex min-w-0 flex-1 flex-col">
          <Header page={page} title={title} onToggle={sidebar.toggle} onSearch={() => setPalette(true)} />
          <Slot of={pageBanners} pending={null} />
          <OfflineBanner />
          <main
            id="main"
            tabIndex={-1}
            className={cn(
              'mx-auto w-full flex-1 px-4 pt-5 pb-10 outline-none md:px-7',
              // forms become no better by being wider
              page?.item.nav?.group === 'settings' ? 'max-w-[96rem]' : 'max-w-[128rem]',
            )}
          >
            <AreaTabs />
            <Outlet />
          </main>
        </div>
      </div>
      <Slot of={watchers} pending={null} />
      <Suspense>{palette && <CommandPalette open={palette} onOpenChange={setPalette} />}</Suspense>
    </PageTitleContext>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** Whether the command palette is open. `Ctrl/Cmd+K` toggles it; `/` opens it unless the user is typing. */
function usePalette() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.shiftKey) return
      const withModifier = event.ctrlKey || event.metaKey
      const isShortcut = withModifier && event.key.toLowerCase() === 'k'
      const isSlash = !withModifier && event.key === '/' && !isTyping(event.target)
      // an open dialog keeps the keyboard
      if ((!isShortcut && !isSlash) || (isSlash && document.querySelector('[role=dialog]'))) return
      event.preventDefault()
      setOpen((before) => isSlash || !before)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return [open, setOpen] as const
}
