import { ApiError } from '@svc/dashboard-sdk'
import type { BackupState, FormerDatabase } from '../../src/backup-schema.ts'

const count = ({ former }: BackupState, kind: FormerDatabase['kind']) =>
  former.filter((one) => one.kind === kind).length

/**
 * What became of a restore, from the state before it and the present one, or the error of asking for that. `idle`: the server
 * runs as before. `silent`: it does not answer, for example because it restarts.
 */
export function outcomeOf(before: BackupState, now: unknown): 'restored' | 'undone' | 'working' | 'idle' | 'silent' {
  if (now instanceof Error) {
    // The session is not one of the restored database.
    const isUnknown = now instanceof ApiError && (now.status === 401 || now.status === 403)
    return isUnknown ? 'restored' : 'silent'
  }
  const state = now as BackupState
  if (count(state, 'failed') > count(before, 'failed')) return 'undone'
  if (count(state, 'restored') > count(before, 'restored')) return 'restored'
  return state.operation?.kind === 'restore' ? 'working' : 'idle'
}
