import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { violations } from '@svc/e2e/browser'
import { ask } from '@svc/e2e/http'
import { connect } from '@svc/e2e/peer'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('svc-demo-'))

/** A server in demo mode, with a configuration that names a real data directory and settings that do not belong there. */
async function startDemo(demo: Record<string, number> = {}) {
  const server = await stage.launch({ config: { demo } }, ['--demo'])
  await until('the demo to answer', async () => {
    if (server.hasExited()) throw new Error(server.output())
    return (await ask(`${server.url}/api/session`).catch(() => undefined))?.status === 200
  })
  const get = async <T>(path: string) => (await ask(server.url + path)).data<T>()
  return { server, get }
}

describe('a demo', () => {
  let demo: Awaited<ReturnType<typeof startDemo>>
  beforeAll(async () => {
    demo = await startDemo()
  })

  it('shows everybody a fleet that reports, with monitors, rules and a status page', async () => {
    const { get } = demo
    expect(await get('/api/session')).toMatchObject({ username: 'visitor', role: 'admin' })
    type Server = { name: string; os: string | null; created_at: string }
    const servers = await until('the fleet to report', async () => {
      const all = await get<Server[]>('/api/servers')
      return all.filter(({ os }) => os !== null).length >= 2 && all
    })
    // It looks as if it had been there for a month.
    for (const { created_at } of servers) expect(Date.parse(created_at)).toBeLessThan(Date.now() - 29 * 86_400_000)
    const beats =
      await get<{ uptime_30d: number | null; beats: { success: boolean }[] }[]>('/api/service-monitors/beats')
    expect(beats.filter(({ uptime_30d }) => uptime_30d !== null && uptime_30d > 0.9).length).toBeGreaterThanOrEqual(3)
    expect(beats.some(({ beats }) => beats.some(({ success }) => !success))).toBe(true)
    expect((await get<unknown[]>('/api/alert-rules')).length).toBeGreaterThan(2)
    expect(await get('/api/status/summary')).toMatchObject({ title: 'Example Shop', active_incidents: 1 })
  })

  it('refuses every request that would change something, with a sentence', async () => {
    const { url } = demo.server
    const { paths } = (await ask(`${url}/api-docs/openapi.json`)).json() as { paths: Record<string, object> }
    const changing = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations)
        .filter((method) => !['get', 'head'].includes(method))
        .map((method) => [method.toUpperCase(), path.replace(/\{[^}]+\}/g, 'x')] as const),
    )
    expect(changing.length).toBeGreaterThan(150)
    const messages = new Set<string>()
    for (const [index, [method, path]] of changing.entries()) {
      // Many refusals of one address are slowed down.
      const answer = await ask(url + path, { method, from: `127.0.0.${2 + Math.floor(index / 100)}` })
      expect([method, path, answer.status, answer.error().code]).toEqual([method, path, 403, 'READ_ONLY'])
      messages.add(answer.error().message)
    }
    expect([...messages]).toEqual(['This is a demo: nothing can be changed here.'])
  })

  it('has no terminal, no files and no agents but its own', async () => {
    const { url } = demo.server
    const socket = (path: string) => connect(url.replace('http', 'ws') + path, { origin: url })
    await expect(socket('/api/ws/terminal/x')).rejects.toMatchObject({ status: 403 })
    await expect(socket('/api/ws/docker/logs/x')).rejects.toMatchObject({ status: 403 })
    await expect(socket('/api/agent/ws')).rejects.toMatchObject({ status: 401 })
    for (const path of [
      '/api/files/x/stream',
      '/api/push/0123456789abcdef',
      '/api/auth/oauth/github',
      '/api/admin/rate-limit',
    ]) {
      const answer = await ask(url + path)
      expect([path, answer.status, answer.error().code]).toEqual([path, 403, 'NOT_HERE'])
    }
  })

  it('says on every page what it is, and why a change fails', async () => {
    const { page, problems } = await stage.tab({ url: demo.server.url })
    await page.goto('/servers')
    await page.getByRole('note').getByText('This is a demo').waitFor()
    await page.getByText('db-1').first().waitFor()
    await page.getByRole('button', { name: 'Add server' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('mine')
    await dialog.getByRole('button', { name: 'Add and show code' }).click()
    await page.getByText('This is a demo: nothing can be changed here.').waitFor()
    await page.keyboard.press('Escape')
    expect(await violations(page)).toEqual([])
    expect(problems).toEqual([])
  })
})

it('resets itself, and leaves nothing behind', async () => {
  const before = new Set(folders())
  const { server, get } = await startDemo({ reset_hours: 0.004 })
  const idOf = async () =>
    (await get<{ id: string; name: string }[]>('/api/servers').catch(() => [])).find(({ name }) => name === 'db-1')?.id
  const first = await until('the fleet', idOf)
  await until('another fleet', async () => {
    const id = await idOf()
    return id !== undefined && id !== first
  })
  expect(folders().filter((name) => !before.has(name))).toHaveLength(1)
  await server.stop()
  expect(folders().filter((name) => !before.has(name))).toEqual([])
  // The configured data directory was never touched.
  expect(existsSync(join(server.dataDir, 'svc.db'))).toBe(false)
})
