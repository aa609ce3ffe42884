import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeServers, serveHttp, serveTcp } from '../../test/servers.ts'
import { makeWorld, type World } from '../../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(async () => {
  await world.close()
  await closeServers()
})

const closedPort = async () => {
  const { port, close } = await serveTcp()
  await close()
  return port
}
const openPort = async () => (await serveTcp()).port
const tcp = (port: number, more: object = {}) => ({
  monitor_type: 'tcp',
  target: `127.0.0.1:${port}`,
  interval: 10,
  ...more,
})
const successes = (id: string) => world.checks(id).map(({ success }) => success)

describe('the schedule', () => {
  it('checks five seconds after startup and then at every interval, new monitors on the next tick', async () => {
    const often = await world.make(tcp(await openPort()))
    const seldom = await world.make(tcp(await openPort(), { interval: 30 }))
    await world.kernel.clock.advance(4900)
    expect(successes(often.id)).toEqual([])
    await world.kernel.clock.advance(100)
    await world.until(() => successes(often.id).length === 1 && successes(seldom.id).length === 1)
    for (let tick = 0; tick < 6; tick += 1) await world.tick(often.id, seldom.id)
    expect([successes(often.id).length, successes(seldom.id).length]).toEqual([7, 3])
    const late = await world.make(tcp(await openPort(), { interval: 86_400 }))
    await world.tick(late.id)
    await world.until(() => successes(late.id).length === 1)
    expect(await world.get(late.id)).toMatchObject({
      last_status: true,
      last_error: null,
      consecutive_failures: 0,
      outage: null,
      last_checked_at: '2026-11-01T12:01:15Z',
      latest_record: { success: true, detail: { connected: true }, error: null, time: '2026-11-01T12:01:15Z' },
    })
  })

  it('skips disabled monitors, and continues after the clock was set back', async () => {
    const off = await world.make(tcp(await openPort(), { enabled: false }))
    const on = await world.make(tcp(await openPort()))
    await world.tick(on.id)
    await world.until(() => successes(on.id).length === 1)
    world.kernel.clock.set(Date.UTC(2026, 9, 1))
    await world.kernel.runJob('ServiceMonitors')
    await world.until(() => successes(on.id).length === 2)
    expect(successes(off.id)).toEqual([])
  })

  it('runs twenty checks at a time and starts the next as soon as one ends', async () => {
    const waiting = new Set<Socket>()
    const slow = await serveTcp((socket) => waiting.add(socket))
    const ids: string[] = []
    for (let n = 0; n < 25; n += 1) {
      const target = `http://127.0.0.1:${slow.port}/`
      ids.push((await world.make({ monitor_type: 'http_keyword', target, interval: 10 })).id)
    }
    await world.kernel.clock.advance(5000)
    await world.until(() => waiting.size === 20)
    await world.kernel.runJob('ServiceMonitors')
    const checking = async () =>
      (await world.call('admin', 'GET', '')).data.filter((m: { checking: boolean }) => m.checking)
    expect(await checking()).toHaveLength(20)
    for (const socket of [...waiting].slice(0, 5)) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    await world.until(() => waiting.size === 25)
    for (const socket of waiting) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    await world.until(() => ids.every((id) => successes(id).length === 1))
    expect(ids.flatMap(successes)).toEqual(ids.map(() => 1))
  })

  it('notifies open browsers after each check and each change', async () => {
    const browser = await world.kernel.connect('/api/ws/servers', world.kernel.as('member').headers)
    const next = async () => (await browser.next('service_monitor_changed')).monitor_id
    const { id } = await world.make(tcp(await openPort()))
    expect(await next()).toBe(id)
    await world.call('admin', 'POST', `/${id}/check`)
    expect(await next()).toBe(id)
    await world.call('admin', 'PUT', `/${id}`, { name: 'new' })
    await world.call('admin', 'DELETE', `/${id}`)
    expect([await next(), await next()]).toEqual([id, id])
    await world.until(() => browser.frames.every(({ type }) => type !== 'service_monitor_changed'))
  })
})

describe('a manual check', () => {
  it('returns the record; a disabled monitor gets no outage', async () => {
    const { id } = await world.make(tcp(await closedPort(), { enabled: false, retry_count: 0 }))
    const { status, data } = await world.call('admin', 'POST', `/${id}/check`)
    expect([status, data]).toEqual([
      200,
      {
        id: expect.any(Number),
        monitor_id: id,
        success: false,
        latency: null,
        detail: { connected: false },
        detail_json: '{"connected":false}',
        error: 'connection refused (ECONNREFUSED)',
        error_text: {
          code: 'monitors.WITH_ERROR_CODE',
          params: { reason: { code: 'monitors.CONNECTION_REFUSED' }, code: 'ECONNREFUSED' },
        },
        time: '2026-11-01T12:00:00Z',
      },
    ])
    expect(await world.get(id)).toMatchObject({ last_status: false, consecutive_failures: 0, outage: null })
  })

  it('reports that a stored monitor has become invalid, with the field', async () => {
    const { id } = await world.make(tcp(await openPort()))
    world.kernel.database.prepare("UPDATE monitors_monitors SET target = 'db.example:0' WHERE id = ?").run(id)
    expect((await world.call('admin', 'POST', `/${id}/check`)).data).toMatchObject({
      success: false,
      error: expect.stringMatching(/target must have a port from 1 to 65535/),
      error_text: { code: 'monitors.FIELD_INVALID', params: { field: 'target' } },
    })
  })

  it('does not run while a scheduled check of the monitor is running', async () => {
    const answers: (() => void)[] = []
    const server = await serveHttp((_, res) => void answers.push(() => res.end('ok')))
    const { id } = await world.make({ monitor_type: 'http_keyword', target: server.url, interval: 10 })
    const first = world.call('admin', 'POST', `/${id}/check`)
    await world.until(() => answers.length === 1)
    expect(await world.call('admin', 'POST', `/${id}/check`)).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', message: expect.stringMatching(/a check of this monitor is already running/) },
    })
    expect(await world.get(id)).toMatchObject({ checking: true })
    await world.kernel.clock.advance(5000)
    expect(answers).toHaveLength(1)
    for (const answer of answers) answer()
    expect((await first).status).toBe(200)
    expect(successes(id)).toEqual([1])
  })

  it('is cancelled when its monitor is changed or deleted meanwhile', async () => {
    const answers: (() => void)[] = []
    const server = await serveHttp((_, res) => void answers.push(() => res.writeHead(500).end()))
    const { id } = await world.make({ monitor_type: 'http_keyword', target: server.url })
    const checked = world.call('admin', 'POST', `/${id}/check`)
    await world.until(() => answers.length === 1)
    await world.call('admin', 'PUT', `/${id}`, { target: `${server.url}/other` })
    expect((await checked).status).toBe(409)
    const again = world.call('admin', 'POST', `/${id}/check`)
    await world.until(() => answers.length === 2)
    await world.call('admin', 'DELETE', `/${id}`)
    expect((await again).status).toBe(409)
    for (const answer of answers) answer()
    expect(world.kernel.database.prepare('SELECT count(*) FROM monitors_records').pluck().get()).toBe(0)
  })

  it('is aborted on shutdown', async () => {
    const server = await serveTcp()
    const own = await makeWorld()
    await own.make({ monitor_type: 'http_keyword', target: `http://127.0.0.1:${server.port}` })
    await own.kernel.clock.advance(5000)
    await own.until(() => server.sockets.size === 1)
    await own.close()
    await own.until(() => server.sockets.size === 0)
  })
})
