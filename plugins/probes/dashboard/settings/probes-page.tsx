import {
  Button,
  ConfirmDialog,
  ErrorState,
  PageHeader,
  Skeleton,
  Tabs,
  useApi,
  useLeaveGuard,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import type { NetworkSetting, NetworkTarget } from '@svc/plugin-probes/contract'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { networkProbesPage } from '../pages.ts'
import { settingPath, targetsPath } from '../paths.ts'
import { draftOf, isDirty, type SettingDraft } from './setting-draft.ts'
import { SettingTab } from './setting-tab.tsx'
import { TargetDialog } from './target-dialog.tsx'
import { TargetsTab } from './targets-tab.tsx'

/** Targets and probe settings. */
export default function ProbesPage(): ReactNode {
  const t = useT()
  const [search, setSearch] = usePageSearch(networkProbesPage)
  const targets = useApi<readonly NetworkTarget[]>(targetsPath)
  const setting = useApi<NetworkSetting>(settingPath)
  const [adding, setAdding] = useState(false)
  // Kept while the other tab is open.
  const [draft, setDraft] = useState<SettingDraft>()
  const dirty = setting.data !== undefined && draft !== undefined && isDirty(draft, setting.data)
  const { asking, confirm, stay } = useLeaveGuard(dirty)
  const tab = search.tab ?? 'targets'
  return (
    <>
      <PageHeader
        title={t('settings.title')}
        description={t('settings.lead')}
        actions={
          tab === 'targets' && (
            <Button variant="primary" aria-haspopup="dialog" onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              {t('settings.add')}
            </Button>
          )
        }
      />
      <Tabs
        value={tab}
        onChange={(next) => setSearch({ tab: next === 'setting' ? next : undefined })}
        label={t('settings.tabs')}
        tabs={[
          {
            value: 'targets',
            label: t('settings.targets'),
            content: (
              <TargetsTab
                targets={targets.data}
                error={targets.error}
                onRetry={() => void targets.refetch()}
                search={search}
                onSearch={setSearch}
              />
            ),
          },
          {
            value: 'setting',
            label: t('settings.global'),
            content: <Setting targets={targets} setting={setting} draft={draft} onDraft={setDraft} />,
          },
        ]}
      />
      {adding && <TargetDialog onClose={() => setAdding(false)} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => !open && stay()}
        title={t('sdk:leave.title')}
        description={t('sdk:leave.description')}
        action={t('sdk:leave.action')}
        onConfirm={confirm}
      />
    </>
  )
}

function Setting(props: {
  targets: ReturnType<typeof useApi<readonly NetworkTarget[]>>
  setting: ReturnType<typeof useApi<NetworkSetting>>
  draft: SettingDraft | undefined
  onDraft: (draft: SettingDraft | undefined) => void
}) {
  const { targets, setting, draft, onDraft } = props
  if (targets.data && setting.data) {
    return (
      <SettingTab
        targets={targets.data}
        setting={setting.data}
        draft={draft ?? draftOf(setting.data)}
        onDraft={onDraft}
      />
    )
  }
  const failed = [targets, setting].find(({ data, error }) => !data && error)
  if (!failed) return <Skeleton className="h-72 rounded-lg" />
  return (
    <div className="panel">
      <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
    </div>
  )
}
