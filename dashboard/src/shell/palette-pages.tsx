import { PaletteGroup, PaletteItem, useAllLabels, useNavigateToPage, useSession, useT } from '@svc/dashboard-sdk'
import { RegistryContext } from '@svc/dashboard-sdk/host'
import { type ReactNode, useContext } from 'react'
import { type MainNavPage, mainPages, type SettingsNavPage, settingsPages } from './navigation.ts'

function Pages({ heading, pages }: { heading: string; pages: readonly (MainNavPage | SettingsNavPage)[] }) {
  const label = useAllLabels()
  const navigate = useNavigateToPage()
  return (
    <PaletteGroup heading={heading}>
      {pages.map(({ plugin, item }) => (
        <PaletteItem
          key={item.id}
          id={item.id}
          icon={item.nav.icon}
          label={label(plugin, item.title)}
          // settings are found by their hints too
          keywords={'hint' in item.nav ? [heading, label(plugin, item.nav.hint)] : undefined}
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
  return <Pages heading={t('palette.pages')} pages={mainPages(registry, me)} />
}

/** Settings in the command palette, after everything that is found by its name. */
export function PaletteSettings(): ReactNode {
  const t = useT('shell')
  const registry = useContext(RegistryContext)
  const { me } = useSession()
  return <Pages heading={t('settings.title')} pages={settingsPages(registry, me)} />
}
