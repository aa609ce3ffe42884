import { Type } from '@sinclair/typebox'
import { data, linkNext, Ok, ok, PageCursor, pageOf, parseCursor, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import {
  Incident,
  IncidentChange,
  IncidentInput,
  IncidentStatus,
  IncidentUpdate,
  IncidentUpdateChange,
  IncidentUpdateInput,
} from '../status-schema.ts'
import { type Incidents, viewIncident } from './incidents.ts'

const Id = Type.String({ maxLength: 64 })
const Params = Type.Object({ id: Id })
const UpdateParams = Type.Object({ id: Id, update_id: Id })

/** Incidents, for admins. */
export const incidentRoutes =
  ({ incidents, audit }: { incidents: Incidents; audit: Audit }): Routes =>
  async (app) => {
    const access = { config: { access: 'admin' } } as const

    app.get(
      '/api/incidents',
      {
        ...access,
        schema: {
          summary: 'Incidents with their updates, the latest created first',
          querystring: Type.Object({
            status: Type.Optional(IncidentStatus),
            limit: Type.Integer({ minimum: 1, maximum: 1000, default: 200 }),
            cursor: PageCursor,
          }),
          response: { 200: pageOf(Incident) },
        },
      },
      async ({ query: { status, limit, cursor } }, reply) => {
        const [before] = parseCursor(cursor, 1) ?? []
        const { incidents: page, next } = incidents.page(status, limit, before)
        linkNext(reply, { cursor: next })
        return { data: page.map(viewIncident) }
      },
    )

    app.post(
      '/api/incidents',
      {
        ...access,
        schema: {
          summary: 'Creates an incident, with a first update if there is a message',
          body: IncidentInput,
          response: { 200: data(Incident) },
        },
      },
      async (req) => {
        const incident = audit.act(
          req,
          'incident.create',
          () => incidents.create(req.body),
          ({ id, title, status, severity, is_public }) => ({ id, title, status, severity, is_public: is_public === 1 }),
        )
        return { data: viewIncident(incident) }
      },
    )

    app.get(
      '/api/incidents/:id',
      { ...access, schema: { summary: 'An incident', params: Params, response: { 200: data(Incident) } } },
      async ({ params }) => ({ data: viewIncident(incidents.get(params.id)) }),
    )

    app.put(
      '/api/incidents/:id',
      {
        ...access,
        schema: {
          summary: 'Changes an incident; a status other than resolved reopens it',
          params: Params,
          body: IncidentChange,
          response: { 200: data(Incident) },
        },
      },
      async (req) => {
        const incident = audit.act(
          req,
          'incident.update',
          () => incidents.update(req.params.id, req.body),
          ({ id, title, status }) => ({ id, title, status, changed: Object.keys(req.body) }),
        )
        return { data: viewIncident(incident) }
      },
    )

    app.delete(
      '/api/incidents/:id',
      {
        ...access,
        schema: { summary: 'Deletes an incident with its updates', params: Params, response: { 200: Ok } },
      },
      async (req) => {
        audit.act(
          req,
          'incident.delete',
          () => incidents.remove(req.params.id),
          ({ id, title }) => ({ id, title }),
        )
        return ok
      },
    )

    app.post(
      '/api/incidents/:id/updates',
      {
        ...access,
        schema: {
          summary: 'Adds an update; the incident takes its status',
          params: Params,
          body: IncidentUpdateInput,
          response: { 200: data(IncidentUpdate) },
        },
      },
      async (req) => ({
        data: audit.act(
          req,
          'incident.update_added',
          () => incidents.addUpdate(req.params.id, req.body),
          ({ id, incident_id, status }) => ({ id, incident_id, status }),
        ),
      }),
    )

    app.put(
      '/api/incidents/:id/updates/:update_id',
      {
        ...access,
        schema: {
          summary: 'Corrects an update; its time stays',
          params: UpdateParams,
          body: IncidentUpdateChange,
          response: { 200: data(IncidentUpdate) },
        },
      },
      async (req) => ({
        data: audit.act(
          req,
          'incident.update_edited',
          () => incidents.changeUpdate(req.params.id, req.params.update_id, req.body),
          ({ id, incident_id, status }) => ({ id, incident_id, status }),
        ),
      }),
    )

    app.delete(
      '/api/incidents/:id/updates/:update_id',
      {
        ...access,
        schema: {
          summary: 'Deletes an update; the incident takes the status of the newest one left',
          params: UpdateParams,
          response: { 200: Ok },
        },
      },
      async (req) => {
        audit.act(
          req,
          'incident.update_deleted',
          () => incidents.removeUpdate(req.params.id, req.params.update_id),
          ({ id, incident_id, status }) => ({ id, incident_id, status }),
        )
        return ok
      },
    )
  }
