import { PaletteGroup, PaletteItem, useAllLabels, useNavigateToPage, useSession, useT } from '@svc/dashboard-sdk'
import { RegistryContext } from '@svc/dashboard-sdk/host'
import { type ReactNode, useContext } from 'react'
import { mainPages } from './navigation.ts'

/** Pages in the command palette. */
export default function PalettePages(): ReactNode {
  const t = useT('shell')
  const label = useAllLabels()
  const navigate = useNavigateToPage()
  const registry = useContext(RegistryContext)
  const { me } = useSession()
  return (
    <PaletteGroup heading={t('palette.pages')}>
      {mainPages(registry, me).map(({ plugin, item }) => (
        <PaletteItem
          key={item.id}
          id={item.id}
          icon={item.nav.icon}
          label={label(plugin, item.title)}
          onSelect={() => navigate(item, {})}
        />
      ))}
    </PaletteGroup>
  )
}
