import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import system from '@svc/plugin-system'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import enrollment from './index.ts'
import { addServer } from './testing.ts'

let kernel: TestKernel
/** audited actions, each with whether its transaction was still open */
let entries: [action: string, inTransaction: boolean][]

beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [system, enrollment] })
  entries = []
  kernel.database.function('note_entry', (action) => {
    entries.push([String(action), kernel.database.inTransaction])
    return null
  })
  kernel.database.exec(`
    CREATE TEMP TRIGGER noted AFTER INSERT ON main.system_audit_logs BEGIN SELECT note_entry(NEW.action); END`)
})
afterEach(() => kernel.close())

const call = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const response = await kernel.as('admin').inject({ method, url, ...(payload && { payload }) })
  expect([method, url, response.statusCode]).toEqual([method, url, 200])
  return response.json().data
}

interface Fleet {
  readonly id: string
  readonly groupId: string
}

describe('an audit entry is written in the transaction of its change', () => {
  it.each<[string, (fleet: Fleet) => Promise<unknown>]>([
    ['server_updated', ({ id }) => call('PUT', `/api/servers/${id}`, { name: 'renamed' })],
    ['server_deleted', ({ id }) => call('DELETE', `/api/servers/${id}`)],
    ['server_cleanup', () => call('DELETE', '/api/servers/cleanup')],
    ['server_batch_updated', ({ id }) => call('POST', '/api/servers/batch-update', { ids: [id], add_tags: ['x'] })],
    ['server_batch_deleted', ({ id }) => call('POST', '/api/servers/batch-delete', { ids: [id] })],
    ['server_group_created', () => call('POST', '/api/server-groups', { name: 'west' })],
    ['server_group_updated', ({ groupId }) => call('PUT', `/api/server-groups/${groupId}`, { weight: 3 })],
    ['server_group_deleted', ({ groupId }) => call('DELETE', `/api/server-groups/${groupId}`)],
    ['server_tags_updated', ({ id }) => call('PUT', `/api/servers/${id}/tags`, { tags: ['x'] })],
  ])('%s', async (action, change) => {
    const { id } = await addServer(kernel, 'a')
    await call('POST', '/api/servers', { onboarding_request_id: 'unused', name: 'New Server' })
    const { id: groupId } = await call('POST', '/api/server-groups', { name: 'east' })
    entries = []
    await change({ id, groupId })
    expect(entries).toEqual([[action, true]])
  })
})
