import type { Database, Role } from '@svc/plugin-sdk'

export interface GroupRow {
  id: string
  name: string
  weight: number
  created_at: number
}

export type GroupsStore = ReturnType<typeof groupsStore>

export function groupsStore(db: Database) {
  const byId = db.prepare<[string], GroupRow>('SELECT * FROM enrollment_groups WHERE id = ?')
  const byName = db.prepare<[string], GroupRow>('SELECT * FROM enrollment_groups WHERE name = ?')
  const all = db.prepare<[], GroupRow>('SELECT * FROM enrollment_groups ORDER BY weight DESC, name')
  /** Groups without servers and those with one that is not hidden. */
  const withoutHidden = db.prepare<[], GroupRow>(`
    SELECT * FROM enrollment_groups AS groups
    WHERE NOT EXISTS (SELECT 1 FROM enrollment_servers WHERE group_id = groups.id)
      OR EXISTS (SELECT 1 FROM enrollment_servers WHERE group_id = groups.id AND hidden = 0)
    ORDER BY weight DESC, name`)
  const insert = db.prepare<[GroupRow]>(
    'INSERT INTO enrollment_groups (id, name, weight, created_at) VALUES (@id, @name, @weight, @created_at)',
  )
  const update = db.prepare<[Pick<GroupRow, 'id' | 'name' | 'weight'>]>(
    'UPDATE enrollment_groups SET name = @name, weight = @weight WHERE id = @id',
  )
  const remove = db.prepare<[string]>('DELETE FROM enrollment_groups WHERE id = ?')
  return {
    get: (id: string) => byId.get(id),
    byName: (name: string) => byName.get(name),
    /** By weight descending, then name. */
    list: () => all.all(),
    /** In the same order; groups of which all servers are hidden exist for admins only. */
    visibleTo: (role: Role) => (role === 'admin' ? all : withoutHidden).all(),
    insert: (row: GroupRow) => void insert.run(row),
    update: (row: Pick<GroupRow, 'id' | 'name' | 'weight'>) => void update.run(row),
    /** The servers of the group are kept, without a group. */
    remove: (id: string) => remove.run(id).changes > 0,
  }
}
