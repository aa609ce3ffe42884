import { PageHeader, Tabs, usePageSearch, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { AlertGroupsTab } from '../alert-groups/alert-groups-tab.tsx'
import { DeliveriesTab } from '../deliveries/deliveries-tab.tsx'
import { GroupsTab } from '../groups/groups-tab.tsx'
import { notificationsPage, tabs } from '../pages.ts'
import { ChannelsTab } from './channels-tab.tsx'

const contents = {
  channels: <ChannelsTab />,
  groups: <GroupsTab />,
  grouping: <AlertGroupsTab />,
  deliveries: <DeliveriesTab />,
}

/** Channels, groups and deliveries. */
export default function NotificationsPage(): ReactNode {
  const t = useT()
  const [search, setSearch] = usePageSearch(notificationsPage)
  return (
    <>
      <PageHeader title={t('notifications.title')} description={t('notifications.lead')} />
      <Tabs
        label={t('notifications.tabs')}
        value={search.tab}
        onChange={(tab) => setSearch({ tab }, { push: true })}
        tabs={tabs.map((tab) => ({ value: tab, label: t(`notifications.${tab}`), content: contents[tab] }))}
      />
    </>
  )
}
