import { ApiError } from '@svc/dashboard-sdk'
import { expect, it } from 'vitest'
import type { BackupState, FormerDatabase } from '../../src/backup-schema.ts'
import { outcomeOf } from './restore-outcome.ts'

const former = (kind: FormerDatabase['kind']) => ({ name: 'x', size: 1, replaced_at: '', kind, migrated_to: null })
const state = (change: Partial<BackupState> = {}): BackupState => ({
  database_size: 1,
  free_space: 1,
  max_restore_size: 1,
  folders: [],
  timezone: 'UTC',
  operation: null,
  former: [former('restored')],
  ...change,
})
const operation = { kind: 'restore', plan_id: null, step: 'checking', done: 0, total: 0, started_at: '' } as const

it.each<[string, unknown]>([
  ['restored', state({ former: [former('restored'), former('restored')] })],
  ['restored', new ApiError(401, 'UNAUTHORIZED', 'unknown session')],
  ['undone', state({ former: [former('failed'), former('restored')] })],
  ['working', state({ operation })],
  ['idle', state()],
  ['idle', state({ former: [former('migrated'), former('restored')] })],
  ['silent', new ApiError(503, 'SHUTTING_DOWN', 'restarting')],
  ['silent', new ApiError(0, 'NETWORK', 'no response')],
])('%s', (outcome, now) => {
  expect(outcomeOf(state(), now)).toBe(outcome)
})
