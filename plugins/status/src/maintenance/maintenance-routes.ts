import { Type } from '@sinclair/typebox'
import { data, Ok, ok, QueryInstant, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { Maintenance, MaintenanceChange, MaintenanceInput, SchedulePreview } from '../status-schema.ts'
import type { Maintenances } from './maintenances.ts'
import type { StoredMaintenance } from './maintenances-store.ts'

const Params = Type.Object({ id: Type.String({ maxLength: 64 }) })
const previewed = 5

const summaryOf = ({ id, title }: StoredMaintenance) => ({ id, title })

/** Whether a change is about the times of a window. */
const isTimed = ({ start_at, end_at, recurrence, timezone }: MaintenanceChange) =>
  [start_at, end_at, recurrence, timezone].some((value) => value !== undefined)

/** Maintenance windows, for admins. */
export const maintenanceRoutes =
  ({ maintenances, audit }: { maintenances: Maintenances; audit: Audit }): Routes =>
  async (app) => {
    const access = { config: { access: 'admin' } } as const
    const { view } = maintenances

    app.get(
      '/api/maintenances',
      {
        ...access,
        schema: {
          summary: 'Maintenance windows, the latest created first',
          response: { 200: data(Type.Array(Maintenance)) },
        },
      },
      async () => ({ data: maintenances.list().map(view) }),
    )

    app.post(
      '/api/maintenances',
      {
        ...access,
        schema: {
          summary: 'Creates a maintenance window',
          body: MaintenanceInput,
          response: { 200: data(Maintenance) },
        },
      },
      async (req) => {
        const prepared = await maintenances.prepare(req.body)
        const created = audit.act(
          req,
          'maintenance.create',
          () => maintenances.create(req.body, prepared),
          ({ id, title }) => ({ id, title, start_at: req.body.start_at, end_at: req.body.end_at }),
        )
        return { data: view(created) }
      },
    )

    app.get(
      '/api/maintenances/:id',
      { ...access, schema: { summary: 'A maintenance window', params: Params, response: { 200: data(Maintenance) } } },
      async ({ params }) => ({ data: view(maintenances.get(params.id)) }),
    )

    app.put(
      '/api/maintenances/:id',
      {
        ...access,
        schema: {
          summary: 'Changes a maintenance window; null clears description, recurrence and servers',
          params: Params,
          body: MaintenanceChange,
          response: { 200: data(Maintenance) },
        },
      },
      async (req) => {
        const { body, params } = req
        const prepared = isTimed(body) ? await maintenances.prepare(body, maintenances.get(params.id)) : undefined
        const updated = audit.act(
          req,
          'maintenance.update',
          () => maintenances.update(params.id, body, prepared),
          ({ id, title }) => ({ id, title, changed: Object.keys(body) }),
        )
        return { data: view(updated) }
      },
    )

    app.delete(
      '/api/maintenances/:id',
      { ...access, schema: { summary: 'Deletes a maintenance window', params: Params, response: { 200: Ok } } },
      async (req) => {
        audit.act(req, 'maintenance.delete', () => maintenances.remove(req.params.id), summaryOf)
        return ok
      },
    )

    app.post(
      '/api/maintenances/:id/end',
      {
        ...access,
        schema: {
          summary: 'Ends the current occurrence of a window; later ones stay',
          params: Params,
          response: { 200: data(Maintenance) },
        },
      },
      async (req) => ({
        data: view(audit.act(req, 'maintenance.end', () => maintenances.end(req.params.id), summaryOf)),
      }),
    )

    app.get(
      '/api/maintenance-schedule',
      {
        config: { ...access.config, errors: [422] },
        schema: {
          summary: 'The next occurrences of a schedule; 422 if it is invalid or never occurs',
          querystring: Type.Object({
            start_at: QueryInstant(),
            end_at: QueryInstant(),
            recurrence: Type.Optional(Type.String({ maxLength: 200 })),
            timezone: Type.Optional(Type.String({ maxLength: 64 })),
          }),
          response: { 200: data(SchedulePreview) },
        },
      },
      async ({ query }) => ({ data: await maintenances.preview(query, previewed) }),
    )
  }
