import { IconButton, type Page, PageLink, useLabels, useT } from '@svc/dashboard-sdk'
import type { Contributed } from '@svc/dashboard-sdk/host'
import { ChevronRight, PanelLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePageName } from './current-page.ts'
import { LiveIndicator } from './live-indicator.tsx'
import { NewBuildNotice } from './new-build-notice.tsx'

/** The bar above the page: sidebar toggle, breadcrumbs, and connection status. */
export function Header(props: {
  page: Contributed<Page> | undefined
  title: string | undefined
  onToggle: () => void
}): ReactNode {
  const { page, title, onToggle } = props
  const t = useT('shell')
  const name = usePageName(page)
  const parent = page?.item.parent
  return (
    <header className="sticky top-0 z-20 flex h-14 shrink-0 items-center gap-2 px-2.5 backdrop-blur-md md:px-5">
      <IconButton label={t('nav.toggle')} onClick={onToggle} aria-keyshortcuts="Control+B Meta+B">
        <PanelLeft />
      </IconButton>
      <nav aria-label={t('nav.crumbs')} className="min-w-0 flex-1">
        <ol className="flex items-center gap-1.5 text-sm">
          {parent && page && <Parent plugin={page.plugin} page={parent} />}
          <li className="truncate font-medium" aria-current="page">
            {title ?? name}
          </li>
        </ol>
      </nav>
      <NewBuildNotice />
      <LiveIndicator />
    </header>
  )
}

function Parent({ plugin, page }: { plugin: string; page: Page }) {
  const t = useLabels(plugin)
  return (
    <li className="flex shrink-0 items-center gap-1.5 text-muted max-md:hidden">
      <PageLink page={page} params={undefined} className="rounded-xs hover:text-ink">
        {t(page.title)}
      </PageLink>
      <ChevronRight className="size-3.5 text-faint" aria-hidden />
    </li>
  )
}
