import { type Clock, type Database, invalid, toSeconds } from '@svc/plugin-sdk'
import type { GroupsStore } from './groups-store.ts'
import { makeProblems, Rule } from './problems.ts'
import type { BatchUpdate } from './server-schema.ts'
import type { ServersStore } from './servers-store.ts'
import { mostTags, normalizeTags } from './tags.ts'
import type { TagsStore } from './tags-store.ts'

interface Dependencies {
  readonly db: Database
  readonly clock: Clock
  readonly servers: ServersStore
  readonly groups: GroupsStore
  readonly tags: TagsStore
}

/** The tags after removing and then adding, in the order of the server; the same list when nothing differs. */
function retagged(before: readonly string[], add: readonly string[], remove: readonly string[]): readonly string[] {
  const added = add.filter((tag) => !before.includes(tag))
  const removed = before.filter((tag) => remove.includes(tag) && !add.includes(tag))
  if (added.length === 0 && removed.length === 0) return before
  return [...before.filter((tag) => !removed.includes(tag)), ...added].sort()
}

const without = (all: readonly string[], others: readonly string[]) => all.filter((item) => !others.includes(item))

/** Collects what takes the changes back, as few requests as there are different ways back. */
function makeUndo() {
  const ways = new Map<string, BatchUpdate>()
  return {
    add(id: string, way: Omit<BatchUpdate, 'ids'>) {
      const key = JSON.stringify(way)
      const known = ways.get(key)
      if (known) known.ids.push(id)
      else ways.set(key, { ids: [id], ...way })
    },
    all: () => [...ways.values()],
  }
}

/** Names the first of `names` and counts the others. */
const someOf = ([first = '', ...others]: readonly string[]) =>
  others.length === 0 ? first : `${first} and ${others.length} more`

/**
 * Moves servers to a group and changes single tags of them, all or none in one transaction. Unknown ids are skipped.
 * Returns who changed, and the requests that take it back without touching what others change meanwhile.
 */
export function makeBatchUpdate({ db, clock, servers, groups, tags }: Dependencies) {
  return (input: BatchUpdate): { changed: string[]; undo: BatchUpdate[] } => {
    const problems = makeProblems()
    const add = problems.check('add_tags', () => normalizeTags(input.add_tags ?? [])) ?? []
    const remove = problems.check('remove_tags', () => normalizeTags(input.remove_tags ?? [], Infinity)) ?? []
    problems.settle()
    // as in the profile: an empty text is no group
    const group = input.group_id === undefined ? undefined : input.group_id?.trim() || null
    return db.transaction(() => {
      if (group && !groups.get(group)) throw invalid('group_id', 'names no group')
      const now = toSeconds(clock.now())
      const undo = makeUndo()
      const changed: string[] = []
      const full: string[] = []
      for (const id of new Set(input.ids)) {
        const row = servers.get(id)
        if (!row) continue
        const before = tags.of(id)
        const after = retagged(before, add, remove)
        if (after.length > mostTags) full.push(row.name)
        const moves = group !== undefined && group !== row.group_id
        if (!moves && after === before) continue
        if (moves) servers.update(id, { group_id: group }, now)
        if (after !== before) tags.replace(id, after)
        changed.push(id)
        undo.add(id, {
          ...(moves ? { group_id: row.group_id } : {}),
          ...(after === before ? {} : { add_tags: without(before, after), remove_tags: without(after, before) }),
        })
      }
      // thrown inside the transaction: nothing of it stays
      problems.check('add_tags', () => {
        if (full.length > 0) throw new Rule(`would give more than ${mostTags} tags to ${someOf(full)}`)
      })
      problems.settle()
      return { changed, undo: undo.all() }
    })
  }
}
export type BatchUpdateServers = ReturnType<typeof makeBatchUpdate>
