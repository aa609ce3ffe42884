import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { health } from '@svc/plugin-enrollment/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeServers, serveHttp } from '../test/servers.ts'
import { makeWorld, type World } from '../test/world.ts'

let world: World
let status: number
let url: string
beforeEach(async () => {
  world = await makeWorld()
  status = 503
  url = (await serveHttp((_, res) => res.writeHead(status).end())).url
})
afterEach(async () => {
  await world.close()
  await closeServers()
})

const make = (serverIds: string[], more: object = {}) =>
  world.make({ monitor_type: 'http_keyword', target: url, retry_count: 0, server_ids_json: serverIds, ...more })
const check = (id: string) => world.call('admin', 'POST', `/${id}/check`)
const levels = (...ids: string[]) => ids.map((id) => world.kernel.service(health).of(id).level)

it('is critical while a monitor of the server fails', async () => {
  const [one, two] = [await world.onboard('one'), await world.onboard('two')]
  const { id } = await make([one])
  expect(levels(one, two)).toEqual([0, 0])
  await check(id)
  expect(world.kernel.service(health).of(one)).toMatchObject({
    level: 2,
    reasons: [{ plugin: 'monitors', id, level: 2, link: `/service-monitors/${id}`, since: expect.any(Number) }],
  })
  expect(levels(one, two)).toEqual([2, 0])
  status = 200
  await check(id)
  expect(levels(one)).toEqual([0])
})

it('follows the servers of a monitor, and ends with it', async () => {
  const [one, two] = [await world.onboard('one'), await world.onboard('two')]
  const { id } = await make([one])
  await check(id)
  await world.call('admin', 'PUT', `/${id}`, { server_ids_json: [two] })
  expect(levels(one, two)).toEqual([0, 2])
  await world.call('admin', 'PUT', `/${id}`, { enabled: false })
  expect(levels(one, two)).toEqual([0, 0])
  await world.call('admin', 'PUT', `/${id}`, { enabled: true })
  await check(id)
  expect(levels(two)).toEqual([2])
  await world.call('admin', 'DELETE', `/${id}`)
  expect(levels(two)).toEqual([0])
})

it('tolerates as many failures as the monitor does', async () => {
  const one = await world.onboard('one')
  const { id } = await make([one], { retry_count: 1 })
  await check(id)
  expect(levels(one)).toEqual([0])
  await check(id)
  expect(levels(one)).toEqual([2])
})

it('is known after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-test-'))
  await world.close()
  world = await makeWorld({ dataDir })
  const one = await world.onboard('one')
  const { id } = await make([one])
  await check(id)
  await world.close()
  world = await makeWorld({ dataDir })
  expect(levels(one)).toEqual([2])
  rmSync(dataDir, { recursive: true })
})
