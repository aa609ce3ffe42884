import { expect, it, test } from 'vitest'
import { makeWorld } from '../../test/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const open = async (world: World, url: string, headers: object = {}) => {
  const response = await world.kernel.inject({ method: 'GET', url, headers: { ...headers } })
  return { status: response.statusCode, headers: response.headers, body: response.body }
}

test('a page that is switched off is a notice in the language of the reader', async () => {
  const world = await makeWorld()
  for (const url of ['/status', '/status/history', '/status/server/x', '/status/network', '/status/ip-quality']) {
    const { status, headers, body } = await open(world, url, { 'accept-language': 'zh-CN' })
    expect([url, status, headers['cache-control']]).toEqual([url, 404, 'no-store'])
    expect(body).toContain('状态页已关闭')
  }
  await world.kernel.close()
})

test('the page has the servers of the admin, and is kept by browsers until something changes', async () => {
  const world = await makeWorld()
  const [shown] = [await world.server('web-1'), await world.server('secret-db')]
  await world.call('PUT', '/api/status-page', { enabled: true, title: 'Example', server_ids: [shown] })
  const first = await open(world, '/status')
  expect(first.status).toBe(200)
  expect(first.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(first.headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'")
  expect(first.headers['x-frame-options']).toBe('DENY')
  expect(first.headers.vary).toBe('accept-encoding, accept-language, cookie')
  expect(first.body).toContain('web-1')
  expect(first.body).not.toContain('secret-db')
  const again = await open(world, '/status', { 'if-none-match': first.headers.etag })
  expect([again.status, again.body]).toEqual([304, ''])

  await world.incident({ title: 'Slow disk', is_public: true, server_ids_json: [shown] })
  const changed = await open(world, '/status', { 'if-none-match': first.headers.etag })
  expect([changed.status, changed.body.includes('Slow disk')]).toEqual([200, true])
  await world.kernel.close()
})

test('pages of servers exist only where they are allowed', async () => {
  const world = await makeWorld()
  const [shown, other] = [await world.server('web-1'), await world.server('secret-db')]
  await world.call('PUT', '/api/status-page', { enabled: true, server_ids: [shown] })
  expect((await open(world, `/status/server/${shown}`)).body).toContain('<h1>web-1</h1>')
  const unknown = await open(world, `/status/server/${other}`)
  expect([unknown.status, unknown.body.includes('secret-db')]).toEqual([404, false])
  expect(unknown.body).toBe((await open(world, '/status/server/nothing')).body)
  await world.call('PUT', '/api/status-page', { show_server_detail: false })
  expect((await open(world, `/status/server/${shown}`)).status).toBe(404)
  expect((await open(world, '/status')).body).not.toContain(`/status/server/${shown}`)
  await world.kernel.close()
})

test('the history is by month', async () => {
  const world = await makeWorld()
  await world.call('PUT', '/api/status-page', { enabled: true })
  await world.incident({ title: 'Slow disk', is_public: true })
  await world.incident({ title: 'Only for us', is_public: false })
  const { body } = await open(world, '/status/history')
  expect([body.includes('Slow disk'), body.includes('Only for us')]).toEqual([true, false])
  expect((await open(world, '/status/history?month=2026-04')).body).toContain('No incidents and no maintenance')
  expect((await open(world, '/status/history?month=soon')).status).toBe(400)
  await world.kernel.close()
})

it('shows a draft to admins without saving it', async () => {
  const world = await makeWorld()
  const server = await world.server('web-1')
  const draft = {
    title: 'New <title>',
    content: '**bold**',
    server_ids: [server],
    accent_color: '#112233',
    language: 'zh',
  }
  const { html } = await world.call<{ html: string }>('POST', '/api/status-page/preview', draft)
  for (const part of ['New &lt;title&gt;', '<strong>bold</strong>', 'web-1', '--brand:#112233', '服务器']) {
    expect(html).toContain(part)
  }
  expect(html).not.toMatch(/<script (?:src|type="module")/)
  expect(await world.call('GET', '/api/status-page')).toMatchObject({ title: 'Status', enabled: false })
  expect((await world.ask('POST', '/api/status-page/preview', draft, 'member')).status).toBe(403)
  expect(await world.rejected('POST', '/api/status-page/preview', { uptime_yellow_threshold: 10 })).toEqual([
    'uptime_yellow_threshold status.THRESHOLD_ORDER',
  ])
  await world.kernel.close()
})
