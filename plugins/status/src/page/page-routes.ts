import { data, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { StatusPage, StatusPageUpdate } from '../status-schema.ts'
import type { Page } from './page.ts'

/** The configuration of the page. */
export const pageRoutes =
  ({ page, audit }: { page: Pick<Page, 'update' | 'view'>; audit: Audit }): Routes =>
  async (app) => {
    app.get(
      '/api/status-page',
      {
        config: { access: 'member' },
        schema: { summary: 'Configuration of the status page', response: { 200: data(StatusPage) } },
      },
      async ({ principal }) => ({ data: page.view(principal) }),
    )

    app.put(
      '/api/status-page',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Changes the configuration of the status page',
          body: StatusPageUpdate,
          response: { 200: data(StatusPage) },
        },
      },
      async (req) => {
        audit.act(
          req,
          'status_page.update',
          () => page.update(req.body),
          () => ({ changed: Object.keys(req.body) }),
        )
        return { data: page.view(req.principal) }
      },
    )
  }
