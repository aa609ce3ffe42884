import { type Page, useLabels } from '@svc/dashboard-sdk'
import { type Contributed, type Registry, RegistryContext } from '@svc/dashboard-sdk/host'
import { useMatches } from '@tanstack/react-router'
import { useContext } from 'react'

const byPath = (registry: Registry, path: string | undefined) =>
  [...registry.pages.values()].find(({ item }) => item.path === path)

/** The page at the current path; undefined for the shell's own pages. */
export function useCurrentPage(): Contributed<Page> | undefined {
  const registry = useContext(RegistryContext)
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath as string | undefined })
  return byPath(registry, path)
}

/** The page's own title in the current language. */
export function usePageName(contribution: Contributed<Page> | undefined): string {
  const t = useLabels(contribution?.plugin ?? 'shell')
  return contribution ? t(contribution.item.title) : t('notFound.title')
}
