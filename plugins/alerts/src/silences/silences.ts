import { randomUUID } from 'node:crypto'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { badRequest, type Clock, invalid, notFound, toSeconds } from '@svc/plugin-sdk'
import type { RulesStore } from '../rules/rules-store.ts'
import type { SilenceInput } from './silence-schema.ts'
import type { SilenceRow, SilencesStore } from './silences-store.ts'

const maxSilences = 500
const maxSeconds = 366 * 86_400

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly servers: Pick<Servers, 'get'>
  readonly rules: Pick<RulesStore, 'row'>
  readonly store: SilencesStore
}

/** Silences that users set: of one alert, of a rule or of a server. */
export function makeSilences({ clock, servers, rules, store }: Dependencies) {
  const now = () => toSeconds(clock.now())
  /** Those that have not ended; silences of deleted rules and servers match nothing. */
  const active = () => store.list().filter(({ until }) => until > now())

  return {
    active,

    /** The silences of this moment: finds the one that covers an alert, or without a rule, that covers the server. */
    snapshot() {
      const byKey = new Map(active().map((row) => [`${row.rule_id ?? ''}:${row.server_id ?? ''}`, row]))
      return (serverId: string, ruleId: string | undefined): SilenceRow | undefined =>
        byKey.get(`:${serverId}`) ??
        (ruleId === undefined ? undefined : (byKey.get(`${ruleId}:`) ?? byKey.get(`${ruleId}:${serverId}`)))
    },

    create({ rule_id = null, server_id = null, until }: SilenceInput, by: string): SilenceRow {
      if (rule_id === null && server_id === null) throw invalid('rule_id', 'alerts.SILENCE_WHAT')
      if (rule_id !== null && !rules.row(rule_id)) throw invalid('rule_id', 'alerts.RULE_MUST_EXIST')
      if (server_id !== null && !servers.get(server_id)) throw invalid('server_id', 'alerts.SERVER_MUST_EXIST')
      const end = Math.floor(Date.parse(until) / 1000)
      if (end <= now() || end > now() + maxSeconds) throw invalid('until', 'alerts.SILENCE_END')
      const same = active().filter((one) => one.rule_id === rule_id && one.server_id === server_id)
      if (active().length - same.length >= maxSilences)
        throw badRequest('alerts.TOO_MANY_SILENCES', { limit: maxSilences })
      for (const { id } of same) store.remove(id)
      const row = { id: randomUUID(), rule_id, server_id, until: end, created_by: by, created_at: now() }
      store.insert(row)
      return row
    },

    remove(id: string): SilenceRow {
      const row = store.list().find((one) => one.id === id)
      if (!row) throw notFound('alerts.UNKNOWN_SILENCE')
      store.remove(id)
      return row
    },
  }
}
export type Silences = ReturnType<typeof makeSilences>
