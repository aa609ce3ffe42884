import { PageLink, useAllLabels, useSession } from '@svc/dashboard-sdk'
import { useRegistry } from '@svc/dashboard-sdk/host'
import type { ReactNode } from 'react'
import { useCurrentPage } from './current-page.ts'
import { areaOf, areas } from './navigation.ts'

/** The pages of an area as tabs, above each of them. */
export function AreaTabs(): ReactNode {
  const registry = useRegistry()
  const { me } = useSession()
  const label = useAllLabels()
  const current = useCurrentPage()?.item
  const area = areaOf(areas(registry, me), registry, current)
  if (!area || area.pages.length < 2 || !area.pages.some(({ item }) => item.id === current?.id)) return null
  const { plugin, item } = area.page
  return (
    <nav aria-label={label(plugin, item.nav.label ?? item.title)} className="mb-5 overflow-x-auto border-b">
      <ul className="flex gap-5">
        {area.pages.map(({ plugin: owner, item: page }) => (
          <li key={page.id}>
            <PageLink
              page={page}
              params={undefined}
              exact
              className="-mb-px -outline-offset-2 block whitespace-nowrap border-transparent border-b-2 py-2 font-medium text-muted text-sm transition-colors hover:text-ink data-[status=active]:border-accent data-[status=active]:text-ink"
            >
              {label(owner, page.nav.tab ?? page.title)}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
