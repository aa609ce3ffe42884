import { useApi } from '@svc/dashboard-sdk'
import type { AlertRule, Group, RuleTypeView } from '@svc/plugin-alerts/contract'
import { useMemo } from 'react'
import { useAlertRefresh } from '../parts/use-alert-refresh.ts'
import { groupsPath, rulesPath, ruleTypesPath } from '../paths.ts'
import type { Types } from './rule-draft.ts'

/** Rules with their types and groups; refreshed when alerts change. */
export function useRules() {
  const rules = useApi<AlertRule[]>(rulesPath, { staleTime: 5000, refetchInterval: 10_000 })
  const types = useApi<RuleTypeView[]>(ruleTypesPath, { staleTime: 5000 })
  const groups = useApi<Group[]>(groupsPath, { staleTime: 5000 })
  useAlertRefresh(rulesPath)
  const typesByName = useMemo(
    (): Types | undefined => types.data && new Map(types.data.map((one) => [one.type, one])),
    [types.data],
  )
  return {
    rules: rules.data,
    types: typesByName,
    groups: groups.data,
    error: rules.error ?? types.error ?? groups.error,
    retry: () => {
      for (const query of [rules, types, groups]) if (query.error) void query.refetch()
    },
  }
}
