import {
  PaletteGroup,
  PaletteItem,
  type PaletteSource,
  paletteRank,
  useAllLabels,
  useMe,
  useNavigateToPage,
  useServer,
  useServerList,
  useSlot,
  useT,
} from '@svc/dashboard-sdk'
import { Plus, Server } from 'lucide-react'
import type { ReactNode } from 'react'
import { serverPage, serversPage, serverTabs } from './pages.ts'

const maxShown = 8

/** Servers in the command palette, and with a second word the tabs of their pages: `web-1 network`. */
export default function PaletteServers({ query }: PaletteSource): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const navigate = useNavigateToPage()
  const servers = useServerList()
  const words = query.split(/\s+/)
  const matching = servers.filter(({ name }) => words.some((word) => paletteRank(word, [name]) > 0)).slice(0, maxShown)
  return (
    <PaletteGroup heading={t('list.title')}>
      {matching.map(({ id, name }) => (
        <ServerItems key={id} id={id} name={name} withTabs={words.length > 1} />
      ))}
      {isAdmin && (
        <PaletteItem
          id="add-server"
          icon={Plus}
          label={t('add.open')}
          onSelect={() => navigate(serversPage, { search: { add: true } })}
        />
      )}
    </PaletteGroup>
  )
}

function ServerItems({ id, name, withTabs }: { id: string; name: string; withTabs: boolean }) {
  const label = useAllLabels()
  const navigate = useNavigateToPage()
  const tabs = useSlot(serverTabs, { serverId: id, server: useServer(id) })
  return (
    <>
      <PaletteItem
        id={`server ${id}`}
        icon={Server}
        label={name}
        onSelect={() => navigate(serverPage, { params: { id } })}
      />
      {withTabs &&
        tabs.map((tab) => (
          <PaletteItem
            key={tab.id}
            id={`server ${id} ${tab.id}`}
            icon={Server}
            label={name}
            detail={label(tab.plugin, tab.title ?? tab.id)}
            keywords={[label(tab.plugin, tab.title ?? tab.id)]}
            onSelect={() => navigate(serverPage, { params: { id }, search: { tab: tab.id } })}
          />
        ))}
    </>
  )
}
