import {
  Button,
  headerItems,
  IconButton,
  Kbd,
  type Page,
  PageLink,
  type PageRef,
  Slot,
  StatusDot,
  type StatusTone,
  settingsPage,
  useLabels,
  useLive,
  useT,
} from '@svc/dashboard-sdk'
import { type Contributed, useRegistry } from '@svc/dashboard-sdk/host'
import { ChevronRight, PanelLeft, RefreshCw, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNewBuild } from '../new-build.ts'
import { usePageName } from './current-page.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The bar above the page: sidebar toggle, breadcrumbs, and connection status. */
export function Header(props: {
  page: Contributed<Page> | undefined
  title: string | undefined
  onToggle: () => void
  onSearch: () => void
}): ReactNode {
  const { page, title, onToggle, onSearch } = props
  const t = useT('shell')
  const name = usePageName(page)
  const parent = useParent(page)
  return (
    <header className="sticky top-0 z-20 flex h-14 shrink-0 items-center gap-2 bg-canvas bg-fixed px-2.5 [background-image:var(--glow)] md:px-5">
      <IconButton label={t('nav.toggle')} onClick={onToggle} aria-keyshortcuts="Control+B Meta+B">
        <PanelLeft />
      </IconButton>
      <nav aria-label={t('nav.crumbs')} className="min-w-0 flex-1">
        <ol className="flex items-center gap-1.5 text-sm">
          {parent && <Parent {...parent} />}
          <li className="truncate font-medium" aria-current="page">
            {title ?? name}
          </li>
        </ol>
      </nav>
      <NewBuildNotice />
      <Slot of={headerItems} pending={null} />
      <SearchButton onClick={onSearch} />
      <LiveIndicator />
    </header>
  )
}

interface Parent {
  readonly plugin: string
  readonly page: PageRef
  readonly label?: string | undefined
}

/** The page before `page` in the breadcrumbs: that of its area, its parent, or for settings without one the settings page. */
function useParent(page: Contributed<Page> | undefined): Parent | undefined {
  const { pages } = useRegistry()
  if (!page) return undefined
  const { parent, nav } = page.item
  if (nav?.group === 'settings' && !parent) return { plugin: 'shell', page: settingsPage as PageRef }
  const before = parent ?? (nav?.group === 'main' ? nav.within : undefined)
  const owner = before && pages.get(before.id)
  if (!owner) return undefined
  return {
    plugin: owner.plugin,
    page: owner.item,
    label: owner.item.nav?.group === 'main' ? owner.item.nav.label : undefined,
  }
}

/** Opens the command palette. */
function SearchButton({ onClick }: { onClick: () => void }) {
  const t = useT('shell')
  return (
    <>
      <button
        type="button"
        onClick={onClick}
        aria-keyshortcuts="Control+K Meta+K"
        className="mr-2 flex h-8.5 w-72 items-center gap-2.5 rounded-md border bg-panel px-2.5 text-faint text-sm transition-colors hover:text-ink max-md:hidden"
      >
        <Search className="size-4 shrink-0" aria-hidden />
        <span className="min-w-0 flex-1 truncate text-left">{t('palette.open')}</span>
        <Kbd>{isApple ? '⌘' : 'Ctrl'}</Kbd>
        <Kbd>K</Kbd>
      </button>
      <IconButton label={t('palette.open')} onClick={onClick} className="md:hidden">
        <Search />
      </IconButton>
    </>
  )
}

function Parent({ plugin, page, label }: Parent) {
  const t = useLabels(plugin)
  return (
    <li className="flex shrink-0 items-center gap-1.5 text-muted max-md:hidden">
      <PageLink page={page} params={undefined} className="rounded-xs hover:text-ink">
        {t(label ?? page.title)}
      </PageLink>
      <ChevronRight className="size-3.5 text-faint" aria-hidden />
    </li>
  )
}

const tones = { open: 'on', connecting: 'pending', lost: 'warn' } satisfies Record<string, StatusTone>

/** The status of the live connection. */
function LiveIndicator(): ReactNode {
  const t = useT('shell')
  const { status } = useLive()
  return <StatusDot tone={tones[status]} label={t(`live.${status}`)} className="mr-1 text-muted text-xs" />
}

/** Offers to reload after the server was updated. */
function NewBuildNotice(): ReactNode {
  const t = useT('shell')
  const hasNewBuild = useNewBuild()
  return (
    <div role="status">
      {hasNewBuild && (
        <Button size="sm" data-tip={t('newBuild.hint')} onClick={() => window.location.reload()}>
          <RefreshCw aria-hidden />
          {t('newBuild.reload')}
        </Button>
      )}
    </div>
  )
}
