import { PageHeader, Tabs, usePageSearch, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { DeliveriesTab } from '../deliveries/deliveries-tab.js'
import { GroupsTab } from '../groups/groups-tab.js'
import { notificationsPage } from '../pages.js'
import { ChannelsTab } from './channels-tab.js'
import { tabs } from './notifications-search.js'

const contents = { channels: <ChannelsTab />, groups: <GroupsTab />, deliveries: <DeliveriesTab /> }

/** How people are told: channels, groups of them, and what was sent. */
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
