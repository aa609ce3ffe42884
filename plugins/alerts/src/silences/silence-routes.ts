import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { data, Ok, ok, type Routes, toTimestamp } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { RulesStore } from '../rules/rules-store.ts'
import { AlertSilence, SilenceInput } from './silence-schema.ts'
import type { Silences } from './silences.ts'
import type { SilenceRow } from './silences-store.ts'

interface Dependencies {
  readonly audit: Audit
  readonly servers: Pick<Servers, 'get'>
  readonly rules: Pick<RulesStore, 'row'>
  readonly silences: Silences
  /** browsers show the alerts again */
  changed(silence: SilenceRow): void
}

/** Silences that users set. */
export const silenceRoutes =
  ({ audit, servers, rules, silences, changed }: Dependencies): Routes =>
  async (app) => {
    const access = { config: { access: 'admin' } } as const
    const view = (row: SilenceRow): AlertSilence => ({
      id: row.id,
      rule_id: row.rule_id,
      rule_name: row.rule_id === null ? null : (rules.row(row.rule_id)?.name ?? null),
      server_id: row.server_id,
      server_name: row.server_id === null ? null : (servers.get(row.server_id)?.name ?? null),
      until: toTimestamp(row.until),
      created_by: row.created_by,
      created_at: toTimestamp(row.created_at),
    })
    const detail = (row: SilenceRow) => {
      const { rule_name: rule, server_name: server, until } = view(row)
      return { ...(rule !== null && { rule }), ...(server !== null && { server }), until }
    }

    app.get(
      '/api/alert-silences',
      {
        ...access,
        schema: { summary: 'Silences that have not ended', response: { 200: data(Type.Array(AlertSilence)) } },
      },
      async () => ({ data: silences.active().map(view) }),
    )

    app.post(
      '/api/alert-silences',
      {
        ...access,
        schema: {
          summary: 'Silences an alert (rule and server), a rule or a server; replaces an earlier silence of the same',
          body: SilenceInput,
          response: { 200: data(AlertSilence) },
        },
      },
      async (req) => {
        const row = audit.act(
          req,
          'alert_silence.create',
          () => silences.create(req.body, req.principal.username),
          detail,
        )
        changed(row)
        return { data: view(row) }
      },
    )

    app.delete(
      '/api/alert-silences/:id',
      {
        ...access,
        schema: {
          summary: 'Ends a silence',
          params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
          response: { 200: Ok },
        },
      },
      async (req) => {
        changed(audit.act(req, 'alert_silence.delete', () => silences.remove(req.params.id), detail))
        return ok
      },
    )
  }
