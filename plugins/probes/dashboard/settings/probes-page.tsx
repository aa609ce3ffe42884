import {
  Button,
  ErrorState,
  type FormState,
  LeaveDialog,
  PageHeader,
  Skeleton,
  Tabs,
  toast,
  useApi,
  useForm,
  useLeaveGuard,
  useMutate,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import type { NetworkSetting, NetworkTarget } from '@svc/plugin-probes/contract'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { networkProbesPage } from '../pages.ts'
import { settingPath, targetsPath } from '../paths.ts'
import { maxTargets } from '../targets/choice.ts'
import { bounds, draftOf, emptySetting, invalidFields, isDirty, type SettingDraft, settingOf } from './setting-draft.ts'
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
  const save = useMutate<NetworkSetting, NetworkSetting>('PUT', settingPath, {
    invalidates: [settingPath],
    onFailed: () => undefined,
  })
  // Not in the tab, to keep the draft while the other tab is open.
  const form = useForm<SettingDraft>({
    values: setting.data ? draftOf(setting.data) : emptySetting,
    validate(draft) {
      const rules = {
        interval: t('setting.between', bounds.interval),
        packet_count: t('setting.between', bounds.packet_count),
        default_target_ids: t('picker.count', { count: draft.default_target_ids.length, max: maxTargets }),
      }
      return Object.fromEntries(invalidFields(draft).map((field) => [field, rules[field]]))
    },
    submit: (draft) => save.mutateAsync(settingOf(draft)),
    onSubmitted: () => toast.success(t('setting.saved')),
  })
  const dirty = setting.data !== undefined && isDirty(form.draft, setting.data)
  const guard = useLeaveGuard(dirty)
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
            content: <Setting targets={targets} setting={setting} form={form} dirty={dirty} />,
          },
        ]}
      />
      {adding && <TargetDialog onClose={() => setAdding(false)} />}
      <LeaveDialog guard={guard} />
    </>
  )
}

function Setting(props: {
  targets: ReturnType<typeof useApi<readonly NetworkTarget[]>>
  setting: ReturnType<typeof useApi<NetworkSetting>>
  form: FormState<SettingDraft>
  dirty: boolean
}) {
  const { targets, setting, form, dirty } = props
  if (targets.data && setting.data) return <SettingTab targets={targets.data} form={form} dirty={dirty} />
  const failed = [targets, setting].find(({ data, error }) => !data && error)
  if (!failed) return <Skeleton className="h-72 rounded-lg" />
  return (
    <div className="panel">
      <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
    </div>
  )
}
