import { Type } from '@sinclair/typebox'
import type { Agents, Servers } from '@svc/plugin-enrollment/contract'
import {
  badRequest,
  type Core,
  conflict,
  data,
  linkNext,
  Ok,
  ok,
  PageCursor,
  pageOf,
  parseCursor,
  type Routes,
} from '@svc/plugin-sdk'
import type { Audit, Settings } from '@svc/plugin-system/contract'
import { jobView } from './jobs/job-view.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { JobsStore } from './jobs/jobs-store.ts'
import { type GetLatestVersion, latestView } from './release/latest-version.ts'
import type { Rollouts } from './rollouts/rollouts.ts'
import { FleetAgent, LatestVersion, Rollout, UpgradeJob, UpgradeSettings } from './upgrade-schema.ts'
import { parseVersion } from './wire.ts'

const Page = Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }), cursor: PageCursor })
const params = Type.Object({ id: Type.String({ maxLength: 64 }) })
const Version = Type.String({ maxLength: 128, description: 'SemVer; a leading `v` is removed' })
const notifyKey = 'upgrade.notify'

interface Dependencies {
  readonly jobs: Jobs
  readonly store: JobsStore
  readonly rollouts: Rollouts
  readonly latest: GetLatestVersion
  readonly agents: Pick<Agents, 'isOnline' | 'capabilities'>
  readonly servers: Pick<Servers, 'list'>
  readonly settings: Settings
  readonly audit: Audit
  readonly core: Pick<Core, 'db' | 'text' | 'capabilities'>
}

function readVersion(given: string): string {
  const version = parseVersion(given)
  if (!version) throw badRequest('upgrade.BAD_VERSION')
  return version
}

/** Upgrades of agents. */
export const upgradeRoutes = (deps: Dependencies): Routes => {
  const { jobs, store, rollouts, latest, agents, servers, settings, audit, core } = deps
  const { text, capabilities } = core
  const bit = capabilities.bitOf('upgrade')
  const readSettings = (): UpgradeSettings => ({ notify: settings.get<boolean>(notifyKey) ?? false })

  return async (app) => {
    app.post(
      '/api/servers/:id/upgrade',
      {
        config: {
          access: 'admin',
          server: 'id',
          capability: 'upgrade',
          whileOffline: true,
          deniedAction: 'server_upgrade_denied',
        },
        schema: {
          summary: 'Upgrades the agent of a server',
          params,
          body: Type.Object({ version: Version }),
          response: { 200: data(Type.Object({ job_id: Type.String() })) },
        },
      },
      async (req) => {
        const { id } = req.visibleServer
        const version = readVersion(req.body.version)
        const job = audit.act(
          req,
          'server_upgrade',
          () => jobs.begin(id, version, req.principal.userId),
          () => ({ server_id: id, version }),
        )
        jobs.send(job)
        return { data: { job_id: job.id } }
      },
    )

    app.get(
      '/api/servers/:id/upgrades',
      {
        config: { access: 'admin', server: 'id' },
        schema: {
          summary: 'The upgrades of an agent, newest first',
          params,
          querystring: Page,
          response: { 200: pageOf(UpgradeJob) },
        },
      },
      async ({ visibleServer: { id }, query: { limit, cursor } }, reply) => {
        const [before] = parseCursor(cursor, 1) ?? []
        const { rows, next } = store.history(id, limit, before)
        linkNext(reply, { cursor: next })
        return { data: rows.map((row) => jobView(row, text)) }
      },
    )

    app.get(
      '/api/agent/latest-version',
      {
        config: { access: 'member' },
        schema: { summary: 'The newest released version of the agent', response: { 200: data(LatestVersion) } },
      },
      async () => ({ data: latestView(await latest.get(), text) }),
    )

    app.get(
      '/api/agent/versions',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'The version of each agent that connected since the start, and its last upgrade',
          response: { 200: data(Type.Array(FleetAgent)) },
        },
      },
      async () => {
        const last = new Map(store.last().map((row) => [row.server_id, row]))
        const fleet = servers.list().map(({ id, name }): FleetAgent => {
          const job = last.get(id)
          return {
            server_id: id,
            server_name: name,
            version: jobs.versionOf(id) ?? null,
            online: agents.isOnline(id),
            permitted: (agents.capabilities(id) & bit) !== 0,
            job: job ? jobView(job, text) : null,
          }
        })
        return { data: fleet }
      },
    )

    app.get(
      '/api/upgrade-rollouts',
      {
        config: { access: 'admin' },
        schema: { summary: 'Roll-outs, newest first', querystring: Page, response: { 200: pageOf(Rollout) } },
      },
      async ({ query: { limit, cursor } }, reply) => {
        const [before] = parseCursor(cursor, 1) ?? []
        const { rows, next } = rollouts.page(limit, before)
        linkNext(reply, { cursor: next })
        return { data: rows }
      },
    )

    app.post(
      '/api/upgrade-rollouts',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Upgrades the connected agents that are older, in waves; stops at the first failure',
          body: Type.Object({
            version: Version,
            server_ids: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 10_000 })),
          }),
          response: { 200: data(Rollout) },
        },
      },
      async (req) => {
        const version = readVersion(req.body.version)
        const rollout = audit.act(
          req,
          'upgrade_rollout.start',
          () => rollouts.start(version, req.principal.userId, req.body.server_ids),
          ({ id }) => ({ rollout_id: id, version }),
        )
        return { data: rollouts.view(rollout) }
      },
    )

    app.post(
      '/api/upgrade-rollouts/:id/cancel',
      {
        config: { access: 'admin' },
        schema: { summary: 'Starts no further server of a roll-out', params, response: { 200: Ok } },
      },
      async (req) => {
        const rollout = rollouts.get(req.params.id)
        const { id: rollout_id, version } = rollout
        const cancel = () => {
          if (!rollouts.cancel(rollout)) throw conflict('upgrade.ROLLOUT_ENDED')
        }
        audit.act(req, 'upgrade_rollout.cancel', cancel, () => ({ rollout_id, version }))
        return ok
      },
    )

    app.get(
      '/api/settings/upgrade',
      {
        config: { access: 'member' },
        schema: { summary: 'Whether a newer version is shown', response: { 200: data(UpgradeSettings) } },
      },
      async () => ({ data: readSettings() }),
    )

    app.put(
      '/api/settings/upgrade',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Shows a newer version, or not',
          body: UpgradeSettings,
          response: { 200: data(UpgradeSettings) },
        },
      },
      async (req) => {
        const { notify } = req.body
        const save = () => settings.set(notifyKey, notify)
        audit.act(req, 'upgrade_settings.update', save, () => ({ notify }))
        return { data: readSettings() }
      },
    )
  }
}
