import type { ServerStatus } from '@svc/protocol'

/** A tag and the servers that have it. */
export interface TagUse {
  readonly tag: string
  readonly ids: readonly string[]
}

/** The tags of these servers, sorted like on the server: upper case first. */
export function tagUsage(servers: readonly Pick<ServerStatus, 'id' | 'tags'>[]): readonly TagUse[] {
  const idsByTag = new Map<string, string[]>()
  for (const { id, tags } of servers) {
    for (const tag of tags) {
      const ids = idsByTag.get(tag)
      if (ids) ids.push(id)
      else idsByTag.set(tag, [id])
    }
  }
  return [...idsByTag].map(([tag, ids]) => ({ tag, ids })).sort((a, b) => (a.tag < b.tag ? -1 : 1))
}
