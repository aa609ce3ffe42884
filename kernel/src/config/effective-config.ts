import { mergeFragments, type Source, valuesOf } from '@svc/config'
import type { Configuration } from '@svc/plugin-sdk'
import type { PluginRecord } from '../candidate.ts'
import { fragmentsOf } from './plugin-config.ts'

/** The effective values of all keys, without those of secrets. */
export const makeConfiguration = (records: readonly PluginRecord[], sources: readonly Source[]): Configuration => ({
  list: () =>
    mergeFragments(fragmentsOf(records))
      .map((key) => {
        const { path, schema, owner, env } = key
        const isSecret = schema.secret === true
        const set = valuesOf(key, sources).at(-1)
        return {
          ...{ key: path, owner, env, isSecret },
          description: schema.description ?? '',
          default: isSecret ? undefined : schema.default,
          value: isSecret ? undefined : set ? set.value : schema.default,
          source: set?.source,
        }
      })
      .sort((a, b) => (a.key < b.key ? -1 : 1)),
})
