import {
  type NavEntry,
  type Page,
  PaletteGroup,
  PaletteItem,
  useAllLabels,
  useNavigateToPage,
  useSession,
  useT,
} from '@svc/dashboard-sdk'
import { type Contributed, RegistryContext } from '@svc/dashboard-sdk/host'
import { type ReactNode, useContext } from 'react'
import { mainPages, settingsPages } from './navigation.ts'

interface Listed extends Contributed<Page> {
  readonly icon: NavEntry['icon']
  readonly hint?: string
}

function Pages({ heading, pages }: { heading: string; pages: readonly Listed[] }) {
  const t = useT('shell')
  const label = useAllLabels()
  const navigate = useNavigateToPage()
  return (
    <PaletteGroup heading={heading}>
      {pages.map(({ plugin, item, icon, hint }) => (
        <PaletteItem
          key={item.id}
          id={item.id}
          icon={icon}
          label={label(plugin, item.title)}
          // settings are found by their hints too
          keywords={hint === undefined ? undefined : [t('settings.title'), label(plugin, hint)]}
          onSelect={() => navigate(item, {})}
        />
      ))}
    </PaletteGroup>
  )
}

/** Pages of the sidebar in the command palette. */
export function PalettePages(): ReactNode {
  const t = useT('shell')
  const registry = useContext(RegistryContext)
  const { me } = useSession()
  const pages = mainPages(registry, me).map((page): Listed => {
    const { icon, settings } = page.item.nav
    return { ...page, icon, ...(settings ? { hint: settings.hint } : {}) }
  })
  return <Pages heading={t('palette.pages')} pages={pages} />
}

/** Settings in the command palette, after everything that is found by its name. */
export function PaletteSettings(): ReactNode {
  const t = useT('shell')
  const registry = useContext(RegistryContext)
  const { me } = useSession()
  const pages = settingsPages(registry, me)
    // the others are pages of the sidebar
    .filter(({ item }) => item.nav?.group === 'settings')
    .map(({ entry, ...page }) => ({ ...page, icon: entry.icon, hint: entry.hint }))
  return <Pages heading={t('settings.title')} pages={pages} />
}
