import { Type } from '@sinclair/typebox'
import { data, Ok, ok, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { ServiceChange, ServiceInput, UnlockService } from '../quality-schema.ts'
import type { Services } from './services.ts'

interface Dependencies {
  readonly audit: Pick<Audit, 'act'>
  readonly services: Services
  /** In the transaction that deletes a service. */
  readonly onRemoved: (id: string) => void
  /** In the transaction of a change. */
  readonly onChanged: () => void
}

const params = Type.Object({ id: Type.String() })
const detailOf = ({ id, key, name }: UnlockService) => ({ id, key, name })

/** What is checked: members read, admins write. */
export const serviceRoutes =
  ({ audit, services, onRemoved, onChanged }: Dependencies): Routes =>
  async (app) => {
    app.get(
      '/api/ip-quality/services',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Services that are checked, the most popular first',
          response: { 200: data(Type.Array(UnlockService)) },
        },
      },
      async () => ({ data: services.list() }),
    )

    app.post(
      '/api/ip-quality/services',
      {
        config: { access: 'admin' },
        schema: { summary: 'Add a check of your own', body: ServiceInput, response: { 200: data(UnlockService) } },
      },
      async (req) => {
        const create = () => {
          const created = services.create(req.body)
          onChanged()
          return created
        }
        return { data: audit.act(req, 'ip_quality.service_create', create, detailOf) }
      },
    )

    app.put(
      '/api/ip-quality/services/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Change a service; built-in ones can only be enabled and disabled',
          params,
          body: ServiceChange,
          response: { 200: data(UnlockService) },
        },
      },
      async (req) => {
        const update = () => {
          const updated = services.update(req.params.id, req.body)
          onChanged()
          return updated
        }
        return {
          data: audit.act(req, 'ip_quality.service_update', update, (service) => ({
            ...detailOf(service),
            changed: Object.keys(req.body),
          })),
        }
      },
    )

    app.delete(
      '/api/ip-quality/services/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Delete a check of your own, with its results',
          params,
          response: { 200: Ok },
        },
      },
      async (req) => {
        const remove = () => {
          const removed = services.remove(req.params.id)
          onRemoved(removed.id)
          onChanged()
          return removed
        }
        audit.act(req, 'ip_quality.service_delete', remove, detailOf)
        return ok
      },
    )
  }
