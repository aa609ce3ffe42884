import { contribute, type Database, definePlugin, type ServiceRef, service } from '@svc/plugin-sdk'
import { installationStates, type MobileSession, mobileSessions } from '../src/contract.ts'

/** Push registrations of phones, as a notification plugin stores them. */
export interface Pushes {
  register(userId: string, installationId: string, sessionId: string | null): void
  of(userId: string, installationId: string): readonly (string | null)[]
  session(id: string): MobileSession | undefined
}

export const pushesRef: ServiceRef<Pushes> = service('pushes.registrations')

function pushesStore(db: Database) {
  const insert = db.prepare<[string, string, string | null]>(
    'INSERT INTO pushes_registrations (user_id, installation_id, session_id) VALUES (?, ?, ?)',
  )
  const of = db.prepare<[string, string], { session_id: string | null }>(
    'SELECT session_id FROM pushes_registrations WHERE user_id = ? AND installation_id = ?',
  )
  const drop = db.prepare<[string]>('DELETE FROM pushes_registrations WHERE session_id = ?')
  return {
    register: (userId: string, installationId: string, sessionId: string | null) =>
      void insert.run(userId, installationId, sessionId),
    of: (userId: string, installationId: string) => of.all(userId, installationId).map(({ session_id: id }) => id),
    deleteFor: (sessionId: string) => void drop.run(sessionId),
  }
}

/** A plugin with state per installation. */
export const pushes = definePlugin({
  id: 'pushes',
  requires: { sessions: mobileSessions },
  provides: { registrations: pushesRef },
  migrations: [
    {
      name: '001-registrations',
      up: (db) =>
        db.exec(
          `CREATE TABLE pushes_registrations
             (user_id TEXT NOT NULL, installation_id TEXT NOT NULL, session_id TEXT)`,
        ),
    },
  ],
  setup({ db, sessions }) {
    const store = pushesStore(db)
    return {
      provides: { registrations: { register: store.register, of: store.of, session: sessions.find } },
      contributes: contribute(installationStates, {
        plugin: 'pushes',
        sessionIds: store.of,
        deleteFor: store.deleteFor,
      }),
    }
  },
})
