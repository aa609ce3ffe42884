import { Type } from '@sinclair/typebox'
import { conflict, data, Ok, ok, type Routes } from '@svc/plugin-sdk'
import type { Changes } from './changes.ts'
import { Monitor, MonitorDetail, MonitorInput, MonitorRecord, MonitorType } from './monitor-schema.ts'
import { type MonitorView, recordView } from './monitors/monitor-view.ts'
import type { Monitors } from './monitors/monitors.ts'
import type { RecordsStore } from './records/records-store.ts'
import type { CheckRunner } from './runner/check-runner.ts'

interface Parts {
  readonly monitors: Monitors
  readonly records: Pick<RecordsStore, 'latest'>
  readonly runner: Pick<CheckRunner, 'check'>
  readonly view: MonitorView
  readonly changes: Changes
  /** Deletes the records of deleted monitors; call it after the commit. */
  purge(): void
}

export const MonitorParams = Type.Object({ id: Type.String() })

/** Service monitors: members read, admins write. */
export const monitorRoutes =
  ({ monitors, records, runner, view, changes, purge }: Parts): Routes =>
  async (app) => {
    app.get(
      '/api/service-monitors',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Service monitors, oldest first',
          querystring: Type.Object({ type: Type.Optional(MonitorType) }),
          response: { 200: data(Type.Array(Monitor)) },
        },
      },
      async ({ query, principal }) => ({
        data: monitors
          .list()
          .filter(({ monitor_type }) => query.type === undefined || monitor_type === query.type)
          .map((row) => view(row, principal)),
      }),
    )

    app.get(
      '/api/service-monitors/:id',
      {
        config: { access: 'member' },
        schema: {
          summary: 'A service monitor with its latest record',
          params: MonitorParams,
          response: { 200: data(MonitorDetail) },
        },
      },
      async ({ params, principal }) => {
        const row = monitors.get(params.id)
        const latest = records.latest(row.number)
        return { data: { ...view(row, principal), latest_record: latest ? recordView(latest, row.id) : null } }
      },
    )

    app.post(
      '/api/service-monitors',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Creates a service monitor; its first check runs within ten seconds',
          body: MonitorInput,
          response: { 200: data(Monitor) },
        },
      },
      async (req) => {
        const row = await monitors.create(req.body, (created) => {
          const { monitor_type, target } = created
          changes.audit(req, 'create', created, { monitor_type, target })
        })
        changes.broadcast(row.id)
        return { data: view(row, req.principal) }
      },
    )

    app.put(
      '/api/service-monitors/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Updates a service monitor; a new target or configuration resets its state',
          params: MonitorParams,
          body: Type.Partial(MonitorInput),
          response: { 200: data(Monitor) },
        },
      },
      async (req) => {
        const row = await monitors.update(req.params.id, req.body, (updated) =>
          changes.audit(req, 'update', updated, { changed: Object.keys(req.body) }),
        )
        changes.broadcast(row.id)
        return { data: view(row, req.principal) }
      },
    )

    app.delete(
      '/api/service-monitors/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Deletes a service monitor and its records',
          params: MonitorParams,
          response: { 200: Ok },
        },
      },
      async (req) => {
        const { id } = monitors.remove(req.params.id, (deleted) => changes.audit(req, 'delete', deleted))
        changes.broadcast(id)
        purge()
        return ok
      },
    )

    app.post(
      '/api/service-monitors/:id/check',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Checks now and returns the record; 409 while a check is running',
          params: MonitorParams,
          response: { 200: data(MonitorRecord) },
        },
      },
      async (req) => {
        const row = monitors.get(req.params.id)
        const record = await runner.check(row)
        if (!record) throw conflict('the monitor was changed or deleted while it was checked')
        changes.audit(req, 'check', row, { success: record.success === 1 })
        return { data: recordView(record, row.id) }
      },
    )
  }
