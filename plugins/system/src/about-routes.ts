import { Type } from '@sinclair/typebox'
import { data, type Routes } from '@svc/plugin-sdk'

export const aboutRoutes =
  (version: string): Routes =>
  async (app) => {
    app.get(
      '/api/about',
      {
        config: { access: 'public' },
        schema: { summary: 'Version of the server', response: { 200: data(Type.Object({ version: Type.String() })) } },
      },
      async () => ({ data: { version } }),
    )
  }
