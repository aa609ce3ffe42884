import { Type } from '@sinclair/typebox'
import { type Core, data, parseTimeRange, type Routes, TimeRange, toTimestamp } from '@svc/plugin-sdk'
import { findingsOf } from '../messages/alert-messages.ts'
import type { RulesStore } from '../rules/rules-store.ts'
import type { ChangesStore } from './changes-store.ts'
import { toTimestampOrNull } from './event-routes.ts'
import { AlertPeriod } from './event-schema.ts'
import { alertOf, type Period, periodsOf } from './periods.ts'
import { parseMessage } from './record.ts'
import type { StatesStore } from './states-store.ts'

/** More could not be told apart in a chart. */
const maxPeriods = 500
/** Of a server that fires and recovers all the time, the newest changes. */
const maxChanges = 5000
/** An alert that began before the range and ended after it is found by its end, or by its beginning within this time. */
const lookBack = 31 * 86_400

interface Dependencies extends Pick<Core, 'text'> {
  readonly rules: Pick<RulesStore, 'row'>
  readonly states: Pick<StatesStore, 'ofServer'>
  readonly changes: Pick<ChangesStore, 'ofServer'>
}

/** When alerts of a server were firing, for charts. */
export const periodRoutes =
  ({ rules, states, changes, text }: Dependencies): Routes =>
  async (app) => {
    const view = ({ ruleId, ruleName, from, to, message_json }: Period): AlertPeriod => {
      const value = findingsOf(parseMessage({ message_json })) ?? null
      return {
        rule_id: ruleId,
        rule_name: ruleName,
        severity: rules.row(ruleId)?.severity ?? 'warning',
        from: toTimestamp(from),
        to: toTimestampOrNull(to),
        value: value && text(value),
        value_text: value,
      }
    }

    app.get(
      '/api/servers/:id/alert-periods',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'When alerts of a server were firing, oldest first; the newest 500 of the range',
          params: Type.Object({ id: Type.String() }),
          querystring: TimeRange(),
          response: { 200: data(Type.Array(AlertPeriod)) },
        },
      },
      async ({ query, visibleServer: { id } }) => {
        const { from, to } = parseTimeRange(query)
        const since = Math.max(0, from - lookBack)
        const found = periodsOf(changes.ofServer(id, since, maxChanges), since)
        const known = new Set(found.filter((period) => period.to === null).map(alertOf))
        const older = states
          .ofServer(id)
          .filter(
            ({ rule_id, source, resolved_at }) =>
              resolved_at === null && !known.has(alertOf({ ruleId: rule_id, source })),
          )
          .map(
            ({ rule_id, source, first_triggered_at, message_json }): Period => ({
              ruleId: rule_id,
              source,
              ruleName: rules.row(rule_id)?.name ?? '',
              from: first_triggered_at,
              to: null,
              message_json,
            }),
          )
        const shown = [...older, ...found].filter((period) => period.from <= to && (period.to ?? to) >= from)
        return { data: shown.slice(-maxPeriods).map(view) }
      },
    )
  }
