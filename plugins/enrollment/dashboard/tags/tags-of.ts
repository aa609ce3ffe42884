import type { ServerStatus } from '@svc/protocol'

/** A tag and who has it. */
export interface TagUse {
  readonly tag: string
  readonly ids: readonly string[]
}

/** The tags of these servers, in their order: capitals first, as the server sorts them. */
export function tagsOf(servers: readonly Pick<ServerStatus, 'id' | 'tags'>[]): readonly TagUse[] {
  const found = new Map<string, string[]>()
  for (const { id, tags } of servers) {
    for (const tag of tags) {
      const ids = found.get(tag)
      if (ids) ids.push(id)
      else found.set(tag, [id])
    }
  }
  return [...found].map(([tag, ids]) => ({ tag, ids })).sort((a, b) => (a.tag < b.tag ? -1 : 1))
}
