import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import { type OwnerProof, OwnerProofBody } from '@svc/plugin-auth/contract'
import {
  type Core,
  cutPage,
  data,
  formatCursor,
  linkNext,
  Ok,
  ok,
  PageCursor,
  type Principal,
  pageOf,
  parseCursor,
  type Routes,
  toTimestamp,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { isMadeBy } from '../backup-name.ts'
import { Binary } from '../binary.ts'
import { isBusy } from '../errors.ts'
import { leaving } from '../leaving.ts'
import type { Operations } from '../operations.ts'
import { BackupRun, Plan, PlanInput, PlanUpdate, StoredBackupView } from './plan-schema.ts'
import { makePlanView, runView } from './plan-view.ts'
import type { Plans } from './plans.ts'
import type { PlansStore } from './plans-store.ts'
import type { Runner } from './runner.ts'

interface Dependencies extends Pick<Core, 'log' | 'text'> {
  readonly audit: Audit
  readonly ownerProof: OwnerProof
  readonly operations: Pick<Operations, 'isBusy'>
  readonly plans: Plans
  readonly runner: Pick<Runner, 'run'>
  readonly store: Pick<PlansStore, 'lastRun' | 'runs'>
}

const base = '/api/settings/backup/plans'
const PlanParams = Type.Object({ id: Type.String() })
const BackupParams = Type.Object({ id: Type.String(), name: Type.String({ maxLength: 128 }) })

/** Scheduled backups, and the backups at their destinations. */
export const planRoutes =
  ({ audit, log, operations, ownerProof, plans, runner, store, text }: Dependencies): Routes =>
  async (app) => {
    const view = makePlanView(store, text)
    const prove = (
      req: { principal: Principal; ip: string; body: { password?: string; code?: string } },
      act: string,
    ) => ownerProof({ who: req.principal, act, ip: req.ip }, req.body, () => {})

    app.get(
      base,
      {
        config: { access: 'admin' },
        schema: { summary: 'Scheduled backups, oldest first', response: { 200: data(Type.Array(Plan)) } },
      },
      async () => ({ data: plans.list().map(view) }),
    )

    app.post(
      base,
      {
        config: { access: 'admin', errors: [429] },
        schema: {
          summary: 'Schedules full backups',
          description: 'The destination is checked first. Needs the password of the account, or a code if it has none.',
          body: PlanInput,
          response: { 200: data(Plan) },
        },
      },
      async (req, reply) => {
        await prove(req, 'backup.plan_create')
        const change = await plans.create(req.body, leaving(reply))
        const row = audit.act(req, 'backup.plan_create', change, ({ id, name }) => ({ id, name }))
        return { data: view(row) }
      },
    )

    app.get(
      `${base}/:id`,
      {
        config: { access: 'admin' },
        schema: { summary: 'A scheduled backup', params: PlanParams, response: { 200: data(Plan) } },
      },
      async ({ params }) => ({ data: view(plans.get(params.id)) }),
    )

    app.put(
      `${base}/:id`,
      {
        config: { access: 'admin', errors: [429] },
        schema: {
          summary: 'Changes a scheduled backup',
          description: 'A new destination is checked first; it and a new passphrase need the password or a code.',
          params: PlanParams,
          body: PlanUpdate,
          response: { 200: data(Plan) },
        },
      },
      async (req, reply) => {
        const { id } = req.params
        if (plans.needsProof(id, req.body)) await prove(req, 'backup.plan_update')
        const change = await plans.update(id, req.body, leaving(reply))
        const changed = Object.keys(req.body).filter((name) => !(name in OwnerProofBody.properties))
        const row = audit.act(req, 'backup.plan_update', change, ({ name }) => ({ id, name, changed }))
        return { data: view(row) }
      },
    )

    app.delete(
      `${base}/:id`,
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Deletes a scheduled backup with its history; the backups stay where they are',
          params: PlanParams,
          response: { 200: Ok },
        },
      },
      async (req) => {
        const remove = () => plans.remove(req.params.id)
        audit.act(req, 'backup.plan_delete', remove, ({ id, name }) => ({ id, name }))
        return ok
      },
    )

    app.post(
      `${base}/:id/run`,
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Makes a backup now',
          description:
            'Answers when it has begun; `operation` of the state tells how far it is, and the runs how it ended.',
          params: PlanParams,
          response: { 200: Ok },
        },
      },
      async ({ ip, params, principal: { userId } }) => {
        const { id, name } = plans.get(params.id)
        if (operations.isBusy()) throw isBusy()
        audit.write({ userId, action: 'backup.run', detail: { id, name }, ip })
        runner.run(id, 'manual').catch((err) => log.error({ err, plan: name }, 'backup could not be recorded'))
        return ok
      },
    )

    app.get(
      `${base}/:id/runs`,
      {
        config: { access: 'admin' },
        schema: {
          summary: 'How its backups ended, newest first',
          params: PlanParams,
          querystring: Type.Object({
            cursor: PageCursor,
            limit: Type.Integer({ default: 20, minimum: 1, maximum: 200 }),
          }),
          response: { 200: pageOf(BackupRun) },
        },
      },
      async ({ params, query: { cursor, limit } }, reply) => {
        const { id } = plans.get(params.id)
        const [before = Number.MAX_SAFE_INTEGER] = parseCursor(cursor, 1) ?? []
        const { rows, next } = cutPage(store.runs(id, before, limit + 1), limit, (last) => formatCursor(last.id))
        linkNext(reply, { cursor: next })
        return { data: rows.map((row) => runView(row, text)) }
      },
    )

    app.get(
      `${base}/:id/backups`,
      {
        config: { access: 'admin' },
        schema: {
          summary: 'The full backups at the destination, newest first, whoever made them',
          params: PlanParams,
          response: { 200: data(Type.Array(StoredBackupView)) },
        },
      },
      async ({ params }, reply) => {
        const plan = plans.get(params.id)
        const found = await plans.open(plan).destination.list(leaving(reply))
        return {
          data: found.map(({ name, size, createdAt }) => ({
            name,
            size,
            created_at: toTimestamp(createdAt),
            is_own: isMadeBy(plan.id, name),
          })),
        }
      },
    )

    app.get(
      `${base}/:id/backups/:name`,
      {
        config: { access: 'admin' },
        schema: { summary: 'Downloads a backup, encrypted', params: BackupParams, response: { 200: Binary } },
      },
      async (req, reply) => {
        const { id, name } = req.params
        const { size, chunks } = await plans.open(plans.get(id)).destination.read(name, leaving(reply))
        audit.write({ userId: req.principal.userId, action: 'backup.download', detail: { id, name, size }, ip: req.ip })
        reply.type('application/octet-stream').headers({
          'content-length': size,
          'content-disposition': `attachment; filename="${name}"`,
        })
        return Readable.from(chunks)
      },
    )

    app.delete(
      `${base}/:id/backups/:name`,
      {
        config: { access: 'admin' },
        schema: { summary: 'Deletes a backup at the destination', params: BackupParams, response: { 200: Ok } },
      },
      async (req, reply) => {
        const { id, name } = req.params
        await plans.open(plans.get(id)).destination.remove(name, leaving(reply))
        audit.write({ userId: req.principal.userId, action: 'backup.delete', detail: { id, name }, ip: req.ip })
        return ok
      },
    )
  }
