import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import alerts from '@svc/plugin-alerts'
import enrollment from '@svc/plugin-enrollment'
import { addServer } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { now } from '../test/world.ts'
import monitors from './index.ts'

let dataDir: string
let kernel: TestKernel
const start = async (...disabled: string[]) => {
  kernel = await createTestKernel({
    plugins: [system, enrollment, alerts, monitors],
    tolerant: true,
    config: { plugins: { disabled } },
    dataDir,
    now,
  })
}
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-monitors-'))
})
afterEach(async () => {
  await kernel.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function request(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const { statusCode, body } = await kernel.as('admin').inject({ method, url, ...(payload && { payload }) })
  expect([statusCode, body]).toEqual([200, body])
  return JSON.parse(body).data
}

it('removes groups and servers that were deleted while the plugin was disabled', async () => {
  await start()
  const deletedServer = await addServer(kernel, 'deleted')
  const keptServer = await addServer(kernel, 'kept')
  const createGroup = async (name: string) =>
    (await request('POST', '/api/notification-groups', { name, notification_ids: [] })).id as string
  const deletedGroup = await createGroup('deleted')
  const keptGroup = await createGroup('kept')
  const make = (name: string, notification_group_id: string) =>
    request('POST', '/api/service-monitors', {
      name,
      monitor_type: 'tcp',
      target: '192.0.2.9:80',
      enabled: false,
      notification_group_id,
      server_ids_json: [deletedServer.id, keptServer.id],
    })
  const one = await make('one', deletedGroup)
  const other = await make('other', keptGroup)
  await kernel.close()

  await start('monitors')
  await request('DELETE', `/api/notification-groups/${deletedGroup}`)
  await request('DELETE', `/api/servers/${deletedServer.id}`)
  await kernel.close()

  // Without the alerts plugin it is unknown which groups exist.
  await start('alerts')
  expect((await request('GET', `/api/service-monitors/${other.id}`)).notification_group_id).toBe(keptGroup)
  await kernel.close()

  await start()
  const found = await request('GET', `/api/service-monitors/${one.id}`)
  expect([found.notification_group_id, found.server_ids]).toEqual([null, [keptServer.id]])
  const { notification_group_id, server_ids } = await request('GET', `/api/service-monitors/${other.id}`)
  expect([notification_group_id, server_ids]).toEqual([keptGroup, [keptServer.id]])
  await request('PUT', `/api/service-monitors/${one.id}`, { name: 'renamed', server_ids_json: found.server_ids })
})
