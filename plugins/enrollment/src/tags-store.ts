import type { Database } from '@svc/plugin-sdk'

/** Trims tags, drops blank ones and duplicates, and sorts by bytes. */
export function normalizeTags(input: readonly string[]): string[] {
  const tags = new Set(input.map((tag) => tag.trim()))
  tags.delete('')
  return [...tags].sort()
}

export type TagsStore = ReturnType<typeof tagsStore>

export function tagsStore(db: Database) {
  const of = db.prepare<[string], { tag: string }>('SELECT tag FROM enrollment_tags WHERE server_id = ? ORDER BY tag')
  const all = db.prepare<[], { server_id: string; tag: string }>(
    'SELECT server_id, tag FROM enrollment_tags ORDER BY server_id, tag',
  )
  const clear = db.prepare<[string]>('DELETE FROM enrollment_tags WHERE server_id = ?')
  const add = db.prepare<[string, string]>('INSERT INTO enrollment_tags (server_id, tag) VALUES (?, ?)')
  return {
    of: (serverId: string) => of.all(serverId).map((row) => row.tag),
    byServer() {
      const tags = new Map<string, string[]>()
      for (const { server_id, tag } of all.iterate()) {
        tags.getOrInsertComputed(server_id, () => []).push(tag)
      }
      return tags
    },
    replace: (serverId: string, tags: readonly string[]) =>
      db.transaction(() => {
        clear.run(serverId)
        for (const tag of tags) add.run(serverId, tag)
      }),
  }
}
