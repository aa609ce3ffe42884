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

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const { statusCode, body } = await kernel.as('admin').inject({ method, url, ...(payload && { payload }) })
  expect([statusCode, body]).toEqual([200, body])
  return JSON.parse(body).data
}

it('knows no group and no server that was deleted while it was off, and can be changed again', async () => {
  await start()
  const [gone, stays] = [await addServer(kernel, 'gone'), await addServer(kernel, 'stays')]
  const group = async (name: string) =>
    (await ask('POST', '/api/notification-groups', { name, notification_ids: [] })).id as string
  const [old, kept] = [await group('old'), await group('kept')]
  const make = (name: string, notification_group_id: string) =>
    ask('POST', '/api/service-monitors', {
      name,
      monitor_type: 'tcp',
      target: '192.0.2.9:80',
      enabled: false,
      notification_group_id,
      server_ids_json: [gone.id, stays.id],
    })
  const one = await make('one', old)
  const other = await make('other', kept)
  await kernel.close()

  await start('monitors')
  await ask('DELETE', `/api/notification-groups/${old}`)
  await ask('DELETE', `/api/servers/${gone.id}`)
  await kernel.close()

  // nobody can be asked for groups while alerts is off
  await start('alerts')
  expect((await ask('GET', `/api/service-monitors/${other.id}`)).notification_group_id).toBe(kept)
  await kernel.close()

  await start()
  const found = await ask('GET', `/api/service-monitors/${one.id}`)
  expect([found.notification_group_id, found.server_ids]).toEqual([null, [stays.id]])
  const { notification_group_id, server_ids } = await ask('GET', `/api/service-monitors/${other.id}`)
  expect([notification_group_id, server_ids]).toEqual([kept, [stays.id]])
  await ask('PUT', `/api/service-monitors/${one.id}`, { name: 'renamed', server_ids_json: found.server_ids })
})
