import { PageTitleContext } from '@svc/dashboard-sdk/host'
import { Outlet } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { LanguageMenu, ThemeMenu } from './appearance-menus.tsx'
import { useCurrentPage } from './current-page.ts'
import { useDocumentTitle } from './document-title.ts'

/** Pages without sidebar: sign-in, onboarding, public pages. */
export function BareFrame(): ReactNode {
  const [title, setTitle] = useState<string>()
  useDocumentTitle(useCurrentPage(), title)
  return (
    <PageTitleContext value={setTitle}>
      <div className="relative min-h-dvh">
        <div className="absolute top-3 right-3 z-10 flex gap-1">
          <LanguageMenu />
          <ThemeMenu />
        </div>
        <main id="main">
          <Outlet />
        </main>
      </div>
    </PageTitleContext>
  )
}
