import { fromFile, fromText } from './coerce.ts'
import type { Leaf } from './fragment.ts'
import type { Source } from './sources.ts'
import { at } from './table.ts'

/** A value that a source gives a key. */
export interface Mention {
  readonly kind: Source['kind']
  /** as the key wants it where that is possible; not checked */
  readonly value: unknown
  /** key and place, for sentences: `log.level in /etc/svc/server.toml` */
  readonly place: string
}

/** Every value given for a key, in the order of the sources; the last one counts. */
export const mentionsOf = ({ path, schema, env }: Leaf, sources: readonly Source[]): Mention[] =>
  sources.flatMap((source): Mention[] => {
    if (source.kind === 'file') {
      const value = at(source.table, path.split('.'))
      if (value === undefined) return []
      return [{ kind: 'file', value: fromFile(value, schema), place: `${path} in ${source.name}` }]
    }
    const text = Object.hasOwn(source.vars, env) ? source.vars[env] : undefined
    if (text === undefined) return []
    return [{ kind: 'env', value: fromText(text, schema), place: `${path} in environment variable ${env}` }]
  })
