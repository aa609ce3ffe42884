import { Skeleton, Tabs, usePageSearch, useSlot, useT } from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import type { ServerStatus } from '@svc/protocol'
import type { ReactNode } from 'react'
import { serverPage, serverTabs, tabGroups } from '../pages.ts'
import { AgentTab } from './agent-tab.tsx'

const groupOrder = (group: string | undefined) => (tabGroups as readonly (string | undefined)[]).indexOf(group)

/** The tabs contributed by plugins, and the agent tab. */
export function ServerTabs(props: {
  serverId: string
  record: ServerRecord | undefined
  row: ServerStatus | undefined
}): ReactNode {
  const { serverId, record, row } = props
  const t = useT()
  const [search, setSearch] = usePageSearch(serverPage)
  const shownFor = { serverId, server: row }
  const applicable = useSlot(serverTabs, shownFor)
  // The tab in the URL stays when it no longer applies, because it can explain why.
  const contributed = useSlot(serverTabs).filter(
    ({ id }) => id === search.tab || applicable.some((content) => content.id === id),
  )
  const tabs = [
    ...contributed.map((content) => ({
      value: content.id,
      label: t(`${content.plugin}:${content.title ?? content.id}`),
      content: content.render(shownFor, <Skeleton className="h-72 rounded-lg" />),
      group: content.group,
    })),
    {
      value: 'agent',
      label: t('agent.title'),
      content: record ? <AgentTab record={record} row={row} /> : <Skeleton className="h-72 rounded-lg" />,
      group: 'manage',
    },
  ].sort((a, b) => groupOrder(a.group) - groupOrder(b.group))
  const shown = tabs.find(({ value }) => value === search.tab) ?? tabs[0]
  return (
    <Tabs
      value={shown?.value ?? 'agent'}
      onChange={(tab) => setSearch({ tab: tab === tabs[0]?.value ? undefined : tab })}
      label={t('detail.tabs')}
      tabs={tabs}
    />
  )
}
