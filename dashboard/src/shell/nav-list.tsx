import { cn, navCounts, PageLink, useLabels, useSession, useSlot } from '@svc/dashboard-sdk'
import { useRegistry } from '@svc/dashboard-sdk/host'
import type { ReactNode } from 'react'
import { useCurrentPage } from './current-page.ts'
import { type Area, areaOf, areas } from './navigation.ts'

/** The pages of daily use that this user may open, and the settings. */
export function NavList({ collapsed }: { collapsed: boolean }): ReactNode {
  const registry = useRegistry()
  const { me } = useSession()
  const all = areas(registry, me)
  const current = areaOf(all, registry, useCurrentPage()?.item)
  return (
    <ul className="flex flex-col gap-px">
      {all.map((area) => (
        <Entry key={area.page.item.id} area={area} isCurrent={area === current} collapsed={collapsed} />
      ))}
    </ul>
  )
}

function Entry({ area, isCurrent, collapsed }: { area: Area; isCurrent: boolean; collapsed: boolean }) {
  const { plugin, item } = area.page
  const t = useLabels(plugin)
  const Icon = item.nav.icon
  const name = t(item.nav.label ?? item.title)
  const ids = new Set(area.pages.map((page) => page.item.id))
  const counts = useSlot(navCounts, {}).filter(({ id }) => ids.has(id))
  return (
    <li>
      <PageLink
        page={item}
        params={undefined}
        exact
        data-current={isCurrent || undefined}
        data-tip={collapsed ? name : undefined}
        className={cn(
          'group relative flex h-8.5 items-center gap-3 overflow-hidden rounded-md px-2.5 text-muted text-sm transition-colors',
          'hover:bg-accent-soft hover:text-ink data-current:bg-accent-soft data-current:font-medium data-current:text-ink',
          'before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-full data-current:before:bg-accent',
        )}
      >
        <Icon className="size-4 shrink-0 group-data-current:text-accent" strokeWidth={1.8} aria-hidden />
        <span className={cn('truncate', collapsed && 'sr-only')}>{name}</span>
        {!collapsed && counts.map((count) => count.render({}, null))}
      </PageLink>
    </li>
  )
}
