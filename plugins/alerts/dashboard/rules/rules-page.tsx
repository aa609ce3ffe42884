import {
  Button,
  Card,
  DeleteDialog,
  EmptyState,
  ErrorState,
  PageHeader,
  useApi,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import type { AlertRule, AlertTaskView, Group, RuleTypeView } from '@svc/plugin-alerts/contract'
import { BellPlus, Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { rulesPage } from '../pages.ts'
import { useAlertRefresh } from '../parts/use-alert-refresh.ts'
import { eventsPath, groupsPath, historyPath, itemPath, rulesPath, ruleTasksPath, ruleTypesPath } from '../paths.ts'
import { presetsOf } from './presets.tsx'
import { RuleDialog, type RuleDialogMode } from './rule-dialog.tsx'
import type { Types } from './rule-draft.ts'
import { RuleTable } from './rule-table.tsx'
import { StatesDialog } from './states-dialog.tsx'

/** Rules with their types and groups; refreshed when alerts change. */
export function useRules() {
  const rules = useApi<AlertRule[]>(rulesPath, { staleTime: 5000, refetchInterval: 10_000 })
  const types = useApi<RuleTypeView[]>(ruleTypesPath, { staleTime: 5000 })
  const groups = useApi<Group[]>(groupsPath, { staleTime: 5000 })
  const tasks = useApi<AlertTaskView[] | null>(ruleTasksPath, { staleTime: 5000 })
  useAlertRefresh(rulesPath)
  const typesByName = useMemo(
    (): Types | undefined => types.data && new Map(types.data.map((one) => [one.type, one])),
    [types.data],
  )
  return {
    rules: rules.data,
    types: typesByName,
    groups: groups.data,
    tasks: tasks.data,
    error: rules.error ?? types.error ?? groups.error ?? tasks.error,
    retry: () => {
      for (const query of [rules, types, groups, tasks]) if (query.error) void query.refetch()
    },
  }
}

type OpenDialog = RuleDialogMode | { readonly action: 'delete' | 'states'; readonly rule: AlertRule }

const noTypes = new Map<string, never>()

/** Alert rules. */
export default function RulesPage(): ReactNode {
  const t = useT()
  const { rules, types, groups, tasks, error, retry } = useRules()
  const [{ rule: linkedId }, setSearch] = usePageSearch(rulesPage)
  const [opened, setOpen] = useState<OpenDialog>()
  const close = () => {
    setOpen(undefined)
    if (linkedId !== undefined) setSearch({ rule: undefined })
  }
  const ready = rules !== undefined && types !== undefined && groups !== undefined && tasks !== undefined
  const linked = linkedId === undefined ? undefined : rules?.find(({ id }) => id === linkedId)
  const open: OpenDialog | undefined = opened ?? (linked && { action: 'edit', rule: linked })
  const presets = types ? presetsOf(types) : []
  return (
    <>
      <PageHeader
        title={t('ruleList.title')}
        description={t('ruleList.lead')}
        actions={
          <Button variant="primary" disabled={!ready} onClick={() => setOpen({ action: 'add' })}>
            <Plus aria-hidden />
            {t('rule.add')}
          </Button>
        }
      />
      <Card flush>
        {error && !ready ? (
          <ErrorState error={error} onRetry={retry} />
        ) : (
          <RuleTable
            rules={ready ? rules : undefined}
            types={types ?? noTypes}
            groups={groups ?? []}
            tasks={tasks ?? null}
            onAction={(action, rule) => setOpen({ action, rule })}
            empty={
              <>
                <EmptyState icon={BellPlus} title={t('ruleList.empty')} description={t('ruleList.emptyHint')} />
                <div className="-mt-8 flex flex-wrap justify-center gap-2 px-6 pb-12">
                  {presets.map((preset) => (
                    <Button key={preset.id} onClick={() => setOpen({ action: 'add', preset })}>
                      <Plus aria-hidden />
                      {t(`preset.${preset.id}`)}
                    </Button>
                  ))}
                </div>
              </>
            }
          />
        )}
      </Card>
      {open && ready && (open.action === 'add' || open.action === 'edit' || open.action === 'copy') && (
        <RuleDialog mode={open} types={types} groups={groups} tasks={tasks} onClose={close} />
      )}
      {open?.action === 'states' && <StatesDialog rule={open.rule} onClose={close} />}
      {open?.action === 'delete' && (
        <DeleteDialog
          path={itemPath(rulesPath, open.rule.id)}
          invalidates={[rulesPath, eventsPath, historyPath, groupsPath]}
          title={t('rule.deleteTitle', { name: open.rule.name })}
          description={t('rule.deleteHint')}
          action={t('rule.delete')}
          done={t('rule.deleted', { name: open.rule.name })}
          onClose={close}
        />
      )}
    </>
  )
}
