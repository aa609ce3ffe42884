import { cn, navCounts, PageLink, Tooltip, useLabels, useSession, useSlot } from '@svc/dashboard-sdk'
import { RegistryContext } from '@svc/dashboard-sdk/host'
import { type ReactNode, useContext } from 'react'
import { type MainNavPage, mainPages } from './navigation.ts'

/** The pages of daily use that this user may open, and the settings. */
export function NavList({ collapsed }: { collapsed: boolean }): ReactNode {
  const registry = useContext(RegistryContext)
  const { me } = useSession()
  return (
    <ul className="flex flex-col gap-px">
      {mainPages(registry, me).map((page) => (
        <Entry key={page.item.id} page={page} collapsed={collapsed} />
      ))}
    </ul>
  )
}

function Entry({ page: { plugin, item }, collapsed }: { page: MainNavPage; collapsed: boolean }) {
  const t = useLabels(plugin)
  const Icon = item.nav.icon
  const counts = useSlot(navCounts, {}).filter(({ id }) => id === item.id)
  const link = (
    <PageLink
      page={item}
      params={undefined}
      exact={item.path === '/'}
      className={cn(
        'group relative flex h-8.5 items-center gap-3 overflow-hidden rounded-md px-2.5 text-muted text-sm transition-colors',
        'hover:bg-accent-soft hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-ink',
        'before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-full data-[status=active]:before:bg-accent',
      )}
    >
      <Icon className="size-4 shrink-0 group-data-[status=active]:text-accent" strokeWidth={1.8} aria-hidden />
      <span className={cn('truncate', collapsed && 'sr-only')}>{t(item.title)}</span>
      {!collapsed && counts.map((count) => count.render({}, null))}
    </PageLink>
  )
  return (
    <li>
      {collapsed ? (
        <Tooltip text={t(item.title)} side="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  )
}
