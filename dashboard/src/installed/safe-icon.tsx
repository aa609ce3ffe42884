import { type DashboardPlugin, ErrorBoundary, type NavEntry, type Page } from '@svc/dashboard-sdk'
import { type LucideIcon, type LucideProps, Puzzle } from 'lucide-react'

/** The sidebar renders icons itself, so one that throws must not take it away. */
function safeIcon(Icon: LucideIcon, plugin: string): LucideIcon {
  const Safe = (props: LucideProps) => (
    <ErrorBoundary name={`icon of plugin ${plugin}`} fallback={() => <Puzzle {...props} />}>
      <Icon {...props} />
    </ErrorBoundary>
  )
  return Safe as unknown as LucideIcon
}

/** The same dashboard, with icons that cannot break the sidebar. */
export function safeIcons({ widgetHost: _, ...dashboard }: DashboardPlugin): DashboardPlugin {
  const withSafeIcon = (page: Page): Page => {
    if (!page.nav) return page
    const nav: NavEntry = { ...page.nav, icon: safeIcon(page.nav.icon, dashboard.plugin) }
    return { ...page, nav }
  }
  return { ...dashboard, pages: dashboard.pages.map(withSafeIcon) }
}
