import { Type } from '@sinclair/typebox'
import { conflict, data, Ok, ok, type Routes } from '@svc/plugin-sdk'
import type { Changes } from './changes.ts'
import type { Checker } from './checking/checker.ts'
import { Monitor, MonitorDetail, MonitorInput, MonitorRecord, MonitorType } from './monitor-schema.ts'
import { type MonitorView, recordView } from './monitors/monitor-view.ts'
import type { Monitors } from './monitors/monitors.ts'
import type { RecordsStore } from './records/records-store.ts'

interface Parts {
  readonly monitors: Monitors
  readonly records: Pick<RecordsStore, 'latest'>
  readonly checker: Pick<Checker, 'check'>
  readonly view: MonitorView
  readonly changes: Changes
  /** after the commit that deleted a monitor */
  forget(): void
}

export const MonitorParams = Type.Object({ id: Type.String() })

/** Service monitors: everybody looks, admins decide. */
export const monitorRoutes =
  ({ monitors, records, checker, view, changes, forget }: Parts): Routes =>
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
          summary: 'A service monitor with its latest check',
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
          summary: 'Makes a service monitor; its first check follows within ten seconds',
          body: MonitorInput,
          response: { 200: data(Monitor) },
        },
      },
      async (req) => {
        const row = await monitors.create(req.body, (made) => {
          const { monitor_type, target } = made
          changes.note(req, 'create', made, { monitor_type, target })
        })
        changes.tell(row.id)
        return { data: view(row, req.principal) }
      },
    )

    app.put(
      '/api/service-monitors/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Changes a service monitor; another target or configuration forgets what was found before',
          params: MonitorParams,
          body: Type.Partial(MonitorInput),
          response: { 200: data(Monitor) },
        },
      },
      async (req) => {
        const row = await monitors.update(req.params.id, req.body, (made) =>
          changes.note(req, 'update', made, { changed: Object.keys(req.body) }),
        )
        changes.tell(row.id)
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
        const { id } = monitors.remove(req.params.id, (gone) => changes.note(req, 'delete', gone))
        changes.tell(id)
        forget()
        return ok
      },
    )

    app.post(
      '/api/service-monitors/:id/check',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Checks now and answers with what was found; 409 while a check is running',
          params: MonitorParams,
          response: { 200: data(MonitorRecord) },
        },
      },
      async (req) => {
        const row = monitors.get(req.params.id)
        const record = await checker.check(row)
        if (!record) throw conflict('the monitor was changed or deleted while it was checked')
        changes.note(req, 'check', row, { success: record.success === 1 })
        return { data: recordView(record, row.id) }
      },
    )
  }
