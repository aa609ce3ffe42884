import type { TSchema } from '@sinclair/typebox'

/**
 * Gives schemas the names under which the OpenAPI document describes them; otherwise they are repeated wherever they are
 * used. Names are unique among all plugins.
 *
 * @example
 * export const Session = Type.Object({ id: Type.String() })
 * nameSchemas({ Session })
 */
export function nameSchemas(schemas: Readonly<Record<string, TSchema>>): void {
  for (const [title, schema] of Object.entries(schemas)) schema.title = title
}
