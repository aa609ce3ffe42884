import { type Core, credentialsRevoked, type Registry } from '@svc/plugin-sdk'
import type { InstallationState } from '../contract.ts'
import type { SessionRow, SessionsStore } from './sessions-store.ts'

interface Deps {
  readonly store: SessionsStore
  readonly states: Registry<InstallationState>
  readonly emit: Core['emit']
}

/** Deletes a session and its state in other plugins. Call it in a transaction; connections close after the commit. */
export const makeRemoval =
  ({ store, states, emit }: Deps) =>
  ({ id, user_id: userId }: Pick<SessionRow, 'id' | 'user_id'>): boolean => {
    for (const state of states.all()) state.deleteFor(id)
    const removed = store.remove(id)
    if (removed) emit(credentialsRevoked, { userId, credentialId: id })
    return removed
  }
export type Removal = ReturnType<typeof makeRemoval>
