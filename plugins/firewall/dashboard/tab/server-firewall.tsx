import { EmptyState, PageLink, useMe, usePageSearch, useT } from '@svc/dashboard-sdk'
import type { ServerTabProps } from '@svc/plugin-enrollment/dashboard/pages'
import { capabilityBits } from '@svc/protocol'
import { ShieldOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { parseFirewallSearch } from '../firewall-search.ts'
import { BlockList } from '../list/block-list.tsx'
import { firewallPage, firewallTab } from '../pages.ts'
import { ResetButton } from './reset-button.tsx'

const tabSearch = { id: firewallTab, search: parseFirewallSearch }

/** What is blocked on a server. */
export default function ServerFirewall({ serverId, server }: ServerTabProps): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const [search, setSearch] = usePageSearch(tabSearch)
  const isDenied = server !== undefined && (server.capabilities & capabilityBits.firewall_block) === 0
  return (
    <>
      {isDenied && (
        <div role="status" className="panel mb-4">
          <EmptyState
            icon={ShieldOff}
            title={t('tabPage.denied')}
            description={t('tabPage.deniedHint')}
            commands={[
              { text: t('tabPage.find'), command: 'grep -n -A 3 capabilities /etc/svc/agent.toml' },
              { text: t('tabPage.allow'), command: 'sudo systemctl restart svc-agent' },
            ]}
          />
        </div>
      )}
      <BlockList
        key={serverId}
        search={search}
        onSearch={setSearch}
        serverId={serverId}
        title={t('tabPage.title')}
        actions={
          <>
            {isAdmin && !isDenied && server?.online === true && <ResetButton serverId={serverId} />}
            <PageLink page={firewallPage} className="rounded-xs text-accent text-sm underline-offset-2 hover:underline">
              {t('tabPage.manage')}
            </PageLink>
          </>
        }
        empty={{ title: t('tabPage.empty'), hint: t('tabPage.emptyHint') }}
      />
    </>
  )
}
