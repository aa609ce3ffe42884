import { Button, LeaveDialog, PageHeader, Tabs, useApi, useLeaveGuard, usePageSearch, useT } from '@svc/dashboard-sdk'
import type { StatusPage as Settings } from '@svc/plugin-status/contract'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IncidentsTab } from './incidents/incidents-tab.tsx'
import { MaintenanceTab } from './maintenance/maintenance-tab.tsx'
import { statusPagesPage, tabs } from './pages.ts'
import { settingsPath } from './paths.ts'
import type { SettingsDraft } from './settings/settings-draft.ts'
import { SettingsTab } from './settings/settings-tab.tsx'
import { SubscribersTab } from './subscribers/subscribers-tab.tsx'

/** The public status page: its settings, and what is announced on it. */
export default function StatusPage(): ReactNode {
  const t = useT()
  const [search, setSearch] = usePageSearch(statusPagesPage)
  const { data } = useApi<Settings>(settingsPath)
  // Kept while another tab is open.
  const [unsaved, setUnsaved] = useState<SettingsDraft>()
  const guard = useLeaveGuard(unsaved !== undefined)
  const contents = {
    page: <SettingsTab unsaved={unsaved} onUnsaved={setUnsaved} />,
    incidents: <IncidentsTab />,
    maintenance: <MaintenanceTab />,
    subscribers: <SubscribersTab />,
  }
  return (
    <>
      <LeaveDialog guard={guard} />
      <PageHeader
        title={t('status.title')}
        description={t('status.hint')}
        actions={
          data?.enabled && (
            <Button asChild>
              <a href="/status" target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden />
                {t('tabs.open')}
              </a>
            </Button>
          )
        }
      />
      <Tabs
        label={t('tabs.label')}
        value={search.tab}
        onChange={(tab) => setSearch({ tab }, { push: true })}
        tabs={tabs.map((tab) => ({ value: tab, label: t(`tabs.${tab}`), content: contents[tab] }))}
      />
    </>
  )
}
