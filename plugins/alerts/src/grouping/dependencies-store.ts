import type { Database } from '@svc/plugin-sdk'

/** A server, a subject of `alertSubjects`, or a target of `dependencyTargets`. */
export interface DependencyNode {
  readonly kind: string
  readonly id: string
}

export interface DependencyRow {
  readonly subject_kind: string
  readonly subject_id: string
  readonly depends_on_kind: string
  readonly depends_on: string
}

/** What can only be reached through what. */
export function dependenciesStore(db: Database) {
  const all = db.prepare<[], DependencyRow>(
    'SELECT subject_kind, subject_id, depends_on_kind, depends_on FROM alerts_dependencies ORDER BY subject_id, rowid',
  )
  const clear = db.prepare<[string]>('DELETE FROM alerts_dependencies WHERE subject_id = ?')
  const add = db.prepare<[DependencyRow]>(`
    INSERT INTO alerts_dependencies (subject_kind, subject_id, depends_on_kind, depends_on)
    VALUES (@subject_kind, @subject_id, @depends_on_kind, @depends_on)`)
  const remove = db.prepare<[string, string]>('DELETE FROM alerts_dependencies WHERE subject_id = ? OR depends_on = ?')
  return {
    all: () => all.all(),
    set(subject: DependencyNode, dependsOn: readonly DependencyNode[]) {
      clear.run(subject.id)
      for (const { kind, id } of dependsOn) {
        add.run({ subject_kind: subject.kind, subject_id: subject.id, depends_on_kind: kind, depends_on: id })
      }
    },
    /** Removes all dependencies of and on this. */
    remove: (id: string) => void remove.run(id, id),
  }
}
export type DependenciesStore = ReturnType<typeof dependenciesStore>
