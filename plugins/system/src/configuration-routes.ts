import { Type } from '@sinclair/typebox'
import { type Configuration, data, type Routes } from '@svc/plugin-sdk'
import { ConfigurationEntry } from './configuration-schema.ts'

/** The configuration file and the environment, as they were read at the start. */
export const configurationRoutes =
  (configuration: Configuration): Routes =>
  async (app) => {
    app.get(
      '/api/settings/configuration',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'The effective configuration: every key with its value and where it is set; without secrets',
          response: { 200: data(Type.Array(ConfigurationEntry)) },
        },
      },
      async () => ({
        data: configuration.list().map(
          ({ key, owner, description, default: initial, value, isSecret, source, env }): ConfigurationEntry => ({
            ...{ key, owner, description, env, is_secret: isSecret },
            default: (initial ?? null) as ConfigurationEntry['default'],
            value: (value ?? null) as ConfigurationEntry['value'],
            source: source ?? null,
          }),
        ),
      }),
    )
  }
