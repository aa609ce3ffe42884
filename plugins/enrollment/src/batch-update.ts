import { type Clock, type Database, invalid, toSeconds } from '@svc/plugin-sdk'
import type { GroupsStore } from './groups-store.ts'
import { type BatchUpdate, maxTags } from './server-schema.ts'
import type { ServersStore } from './servers-store.ts'
import { normalizeTags, type TagsStore } from './tags-store.ts'

interface Dependencies {
  readonly db: Database
  readonly clock: Clock
  readonly servers: ServersStore
  readonly groups: GroupsStore
  readonly tags: TagsStore
  /** Called in the transaction. */
  onUpdated(serverIds: readonly string[]): void
}

/** The tags after removing and then adding, sorted. Returns `before` itself if nothing changes. */
function applyTagChanges(
  before: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): readonly string[] {
  const added = add.filter((tag) => !before.includes(tag))
  const removed = before.filter((tag) => remove.includes(tag) && !add.includes(tag))
  if (added.length === 0 && removed.length === 0) return before
  return [...before.filter((tag) => !removed.includes(tag)), ...added].sort()
}

const difference = (all: readonly string[], others: readonly string[]) => all.filter((item) => !others.includes(item))

/** Collects the requests that undo an update; servers with the same inverse change share a request. */
function makeUndo() {
  const requests = new Map<string, BatchUpdate>()
  return {
    add(id: string, inverse: Omit<BatchUpdate, 'ids'>) {
      const key = JSON.stringify(inverse)
      const request = requests.get(key)
      if (request) request.ids.push(id)
      else requests.set(key, { ids: [id], ...inverse })
    },
    all: () => [...requests.values()],
  }
}

const tooManyTags = ([name = '', ...others]: readonly string[]) =>
  others.length === 0
    ? invalid('add_tags', 'enrollment.TOO_MANY_TAGS', { max: maxTags, name })
    : invalid('add_tags', 'enrollment.TOO_MANY_TAGS_ON_SEVERAL', { max: maxTags, name, others: others.length })

/**
 * Moves servers to a group and adds or removes tags, all in one transaction. Unknown ids are skipped. Returns the changed
 * ids, and the requests that undo exactly these changes, leaving later changes by others alone.
 */
export function makeBatchUpdate({ db, clock, servers, groups, tags, onUpdated }: Dependencies) {
  return (input: BatchUpdate): { changed: string[]; undo: BatchUpdate[] } => {
    const add = normalizeTags(input.add_tags ?? [])
    const remove = normalizeTags(input.remove_tags ?? [])
    // An empty string means no group, as in the profile.
    const group = input.group_id === undefined ? undefined : input.group_id?.trim() || null
    return db.transaction(() => {
      if (group && !groups.get(group)) throw invalid('group_id', 'enrollment.UNKNOWN_GROUP')
      const now = toSeconds(clock.now())
      const undo = makeUndo()
      const changed: string[] = []
      const overLimit: string[] = []
      for (const id of new Set(input.ids)) {
        const row = servers.get(id)
        if (!row) continue
        const before = tags.of(id)
        const after = applyTagChanges(before, add, remove)
        if (after.length > maxTags) overLimit.push(row.name)
        const moves = group !== undefined && group !== row.group_id
        if (!moves && after === before) continue
        if (moves) servers.update(id, { group_id: group }, now)
        if (after !== before) tags.replace(id, after)
        changed.push(id)
        undo.add(id, {
          ...(moves ? { group_id: row.group_id } : {}),
          ...(after === before ? {} : { add_tags: difference(before, after), remove_tags: difference(after, before) }),
        })
      }
      // Throws inside the transaction, which rolls it back.
      if (overLimit.length > 0) throw tooManyTags(overLimit)
      if (changed.length > 0) onUpdated(changed)
      return { changed, undo: undo.all() }
    })
  }
}
export type BatchUpdateServers = ReturnType<typeof makeBatchUpdate>
