import { useApi } from '@svc/dashboard-sdk'
import type { AlertRule, Group, RuleTypeView } from '@svc/plugin-alerts/contract'
import { useMemo } from 'react'
import { useRenewed } from '../parts/use-alert-news.ts'
import { groupsPath, rulesPath, ruleTypesPath } from '../paths.ts'
import type { Types } from './rule-draft.ts'

/** The rules, and what is needed to read them. Numbers of firing servers follow what happens. */
export function useRules() {
  const rules = useApi<AlertRule[]>(rulesPath, { staleTime: 5000, refetchInterval: 10_000 })
  const types = useApi<RuleTypeView[]>(ruleTypesPath, { staleTime: 5000 })
  const groups = useApi<Group[]>(groupsPath, { staleTime: 5000 })
  useRenewed(rulesPath)
  const known = useMemo(
    (): Types | undefined => types.data && new Map(types.data.map((one) => [one.type, one])),
    [types.data],
  )
  return {
    rules: rules.data,
    types: known,
    groups: groups.data,
    failure: rules.error ?? types.error ?? groups.error,
    retry: () => {
      for (const query of [rules, types, groups]) if (query.error) void query.refetch()
    },
  }
}
