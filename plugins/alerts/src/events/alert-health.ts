import type { HealthSource } from '@svc/plugin-enrollment/contract'
import { text } from '@svc/plugin-sdk'
import type { RulesStore } from '../rules/rules-store.ts'
import type { StatesStore } from './states-store.ts'

interface Dependencies {
  readonly states: Pick<StatesStore, 'firingOn'>
  readonly rules: Pick<RulesStore, 'row'>
}

/** A server with a firing alert is as unhealthy as the severity of its rule says. */
export const makeAlertHealth = ({ states, rules }: Dependencies): HealthSource => ({
  plugin: 'alerts',
  reasons: (serverId) =>
    states.firingOn(serverId).map(({ rule_id, first_triggered_at }) => {
      const rule = rules.row(rule_id)
      return {
        id: rule_id,
        level: rule?.severity === 'warning' ? 1 : 2,
        since: first_triggered_at,
        text: text('alerts.HEALTH', { rule: rule?.name ?? '' }),
        link: `/servers/${encodeURIComponent(serverId)}?tab=alerts`,
      }
    }),
})
