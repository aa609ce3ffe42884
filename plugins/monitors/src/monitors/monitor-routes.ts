import { Type } from '@sinclair/typebox'
import { type Core, conflict, data, Ok, ok, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { maskQuery } from '@svc/protocol'
import { Monitor, MonitorDetail, MonitorInput, MonitorRecord, MonitorType } from '../monitor-schema.ts'
import type { RecordsStore } from '../records/records-store.ts'
import type { CheckRunner } from '../runner/check-runner.ts'
import { type MonitorView, recordView } from './monitor-view.ts'
import type { Monitors } from './monitors.ts'

interface Parts {
  readonly monitors: Monitors
  readonly records: Pick<RecordsStore, 'latest'>
  readonly runner: Pick<CheckRunner, 'check'>
  readonly view: MonitorView
  readonly audit: Audit
  readonly text: Core['text']
}

export const MonitorParams = Type.Object({ id: Type.String() })

/** Service monitors: members read, admins write. */
export const monitorRoutes =
  ({ monitors, records, runner, view, audit, text }: Parts): Routes =>
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
        return { data: { ...view(row, principal), latest_record: latest ? recordView(latest, row.id, text) : null } }
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
        const row = audit.act(
          req,
          'service_monitor.create',
          await monitors.create(req.body),
          ({ id, name, monitor_type, target }) => ({ id, name, monitor_type, target: maskQuery(target) }),
        )
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
          body: Type.Partial(MonitorInput, { title: 'MonitorChanges' }),
          response: { 200: data(Monitor) },
        },
      },
      async (req) => {
        const row = audit.act(
          req,
          'service_monitor.update',
          await monitors.update(req.params.id, req.body),
          ({ id, name }) => ({ id, name, changed: Object.keys(req.body) }),
        )
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
        audit.act(
          req,
          'service_monitor.delete',
          () => monitors.remove(req.params.id),
          ({ id, name }) => ({ id, name }),
        )
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
        const { id, name } = row
        const record = await runner.check(row, ({ success }) =>
          audit.write({
            userId: req.principal.userId,
            ip: req.ip,
            action: 'service_monitor.check',
            detail: { id, name, success: success === 1 },
          }),
        )
        if (!record) throw conflict('monitors.CHANGED_DURING_CHECK')
        return { data: recordView(record, row.id, text) }
      },
    )
  }
