import { PaletteGroup, PaletteItem, useAllLabels, useNavigateToPage, useSession, useT } from '@svc/dashboard-sdk'
import { RegistryContext } from '@svc/dashboard-sdk/host'
import { type ReactNode, useContext } from 'react'
import { settingsPages } from './navigation.ts'

/** Settings in the command palette, found by their hints too; so they come after everything that is found by its name. */
export default function PaletteSettings(): ReactNode {
  const t = useT('shell')
  const label = useAllLabels()
  const navigate = useNavigateToPage()
  const registry = useContext(RegistryContext)
  const { me } = useSession()
  return (
    <PaletteGroup heading={t('settings.title')}>
      {settingsPages(registry, me).map(({ plugin, item }) => (
        <PaletteItem
          key={item.id}
          id={item.id}
          icon={item.nav.icon}
          label={label(plugin, item.title)}
          keywords={[t('settings.title'), label(plugin, item.nav.hint)]}
          onSelect={() => navigate(item, {})}
        />
      ))}
    </PaletteGroup>
  )
}
