import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from '@svc/e2e/database'
import { claim, newRunToken, onboard } from '@svc/e2e/enrol'
import { connectAgent } from '@svc/e2e/peer'
import { freePort } from '@svc/e2e/place'
import { firstSignIn } from '@svc/e2e/session'
import { until } from '@svc/e2e/until'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { describe, expect, it } from 'vitest'

const stage = withServer()

const statusOf = async (id: string) =>
  (await admin.get<{ status: string }>(`/api/servers/${id}/agent-authority`)).status

describe('adding a server in the browser', () => {
  it('shows the code once, and switches to connected when a real agent claims it', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto('/servers')
    await page.getByRole('button', { name: 'Add server' }).first().click()
    await page.getByLabel('Name').fill('web-1')
    await page.getByRole('button', { name: 'Add and show code' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('One-time code').waitFor()
    const code = await dialog.locator('code').first().innerText()
    expect(code).toMatch(/^[\w-]{43}$/)
    await dialog.getByRole('button', { name: 'Copy code' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
    expect(await dialog.innerText()).toContain(`${server.url}`)
    expect(await dialog.getByText(/\d+:\d\d/).count()).toBeGreaterThan(0)
    await dialog.getByText('Waiting for the agent…').waitFor()

    const directory = stage.directory()
    const agent = stage.agent({ directory, serverUrl: server.url, code })
    await dialog.getByText('web-1 is connected').waitFor()
    await dialog.getByRole('link', { name: 'Open server' }).click()
    await page.waitForURL(/\/servers\/[0-9a-f-]{36}/)
    await page.getByRole('heading', { name: 'web-1' }).waitFor()
    expect(await page.content()).not.toContain(code)

    await page.goto('/servers')
    const row = page.getByRole('row', { name: /web-1/ })
    await row.waitFor()
    await row.getByText('%').first().waitFor()

    const file = readFileSync(join(directory, 'agent.toml'), 'utf8')
    expect(file).toMatch(/^token = "[\w-]{43}"$/m)
    expect(statSync(join(directory, 'agent.toml')).mode & 0o077).toBe(0)

    agent.kill('SIGKILL')
    await row.getByText('last seen').waitFor()
    expect(problems).toEqual([])
  })

  it('updates the list while servers are added and deleted', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto('/servers')
    await page.getByRole('button', { name: 'Add server' }).first().waitFor()
    const { server_id } = await onboard(admin, 'appears-by-itself')
    await page.getByText('appears-by-itself').first().waitFor()
    await admin.send('PUT', `/api/servers/${server_id}`, { name: 'renamed-by-itself' })
    await page.getByText('renamed-by-itself').first().waitFor()
    await admin.send('DELETE', `/api/servers/${server_id}`)
    await page.getByText('renamed-by-itself').first().waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  it('shows when the server disconnects and reconnects', async () => {
    const place = { directory: stage.directory(), port: await freePort() }
    const first = await stage.server(place)
    const session = await firstSignIn(first)
    const { page } = await stage.tab({ url: first.url, session })
    await page.goto('/servers')
    await page.getByRole('button', { name: 'Add server' }).first().waitFor()
    await first.stop()
    const banner = page.getByText(/connection|reconnect/i).first()
    await banner.waitFor()
    await stage.server(place)
    await onboard(session, 'after-the-break')
    await page.getByText('after-the-break').first().waitFor()
  })
})

describe('onboarding over the API', () => {
  it('is idempotent by request id, and never returns the code again', async () => {
    const id = randomUUID()
    const first = await onboard(admin, 'once', id)
    const again = await admin.send<Record<string, unknown>>('POST', '/api/servers', {
      onboarding_request_id: id,
      name: ' once ',
    })
    expect(again).toMatchObject({ server_id: first.server_id, replayed: true, enrollment: null })
    expect(JSON.stringify(again)).not.toContain(first.enrollment.code)
    const other = await admin.call('POST', '/api/servers', { onboarding_request_id: id, name: 'another' })
    expect(other.status).toBe(409)
    expect(other.error().code).toBe('ONBOARDING_IDEMPOTENCY_CONFLICT')
  })

  it('creates one server for ten concurrent requests', async () => {
    const id = randomUUID()
    const body = { onboarding_request_id: id, name: 'raced' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        admin.send<{ server_id: string; replayed: boolean }>('POST', '/api/servers', body),
      ),
    )
    expect(new Set(answers.map(({ server_id }) => server_id)).size).toBe(1)
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
  })
})

describe('a code', () => {
  it('works once', async () => {
    const { server_id, enrollment } = await onboard(admin, 'claimed once')
    expect((await claim(server.url, enrollment.code, 'too short')).status).toBe(400)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => claim(server.url, enrollment.code, newRunToken())),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    expect(await statusOf(server_id)).toBe('claimed')
  })

  it('is rejected once replaced or revoked', async () => {
    const { server_id, enrollment } = await onboard(admin, 'replaced')
    const offers = `/api/servers/${server_id}/agent-authority/offers`
    const next = await admin.send<{ enrollment: { id: string; code: string } }>(
      'POST',
      `${offers}/${enrollment.id}/replace`,
    )
    expect((await claim(server.url, enrollment.code, newRunToken())).status).toBe(401)
    expect((await admin.call('POST', `${offers}/${enrollment.id}/replace`)).status).toBe(409)
    await admin.send('DELETE', `${offers}/${next.enrollment.id}`)
    expect((await claim(server.url, next.enrollment.code, newRunToken())).status).toBe(401)
    expect(await statusOf(server_id)).toBe('unclaimed')
  })
})

describe('re-enrollment', () => {
  it('gracefully keeps the old agent until the new claim', async () => {
    const { server_id, enrollment } = await onboard(admin, 'graceful')
    const token = newRunToken()
    await claim(server.url, enrollment.code, token)
    const old = await connectAgent(server.url, token)
    const path = `/api/servers/${server_id}/agent-authority/re-enrollment`
    const offer = await admin.send<{ enrollment: { code: string } }>('POST', path, { mode: 'graceful' })
    expect(old.isOpen()).toBe(true)
    const fresh = newRunToken()
    expect((await claim(server.url, offer.enrollment.code, fresh)).status).toBe(200)
    await old.closed
    await expect(connectAgent(server.url, token)).rejects.toMatchObject({ status: 401 })
    const peer = await connectAgent(server.url, fresh)
    expect((await peer.frame('welcome')).server_id).toBe(server_id)
    peer.close()
  })

  it('in an emergency disconnects the old agent immediately', async () => {
    const { server_id, enrollment } = await onboard(admin, 'emergency')
    const token = newRunToken()
    await claim(server.url, enrollment.code, token)
    const old = await connectAgent(server.url, token)
    await admin.send('POST', `/api/servers/${server_id}/agent-authority/re-enrollment`, { mode: 'emergency' })
    await old.closed
    await expect(connectAgent(server.url, token)).rejects.toMatchObject({ status: 401 })
    expect(await statusOf(server_id)).toBe('unclaimed')
  })
})

describe('a real agent', () => {
  it('keeps its identity across restarts, and reports a wrong code', async () => {
    const { server_id, enrollment } = await onboard(admin, 'restarts')
    const directory = stage.directory()
    const first = stage.agent({ directory, serverUrl: server.url, code: enrollment.code })
    await first.line(/"connected"/)
    expect(await first.stop()).toEqual({ code: 0, signal: null })
    const second = stage.agent({ directory, serverUrl: server.url })
    await second.line(/"connected"/)
    expect(await statusOf(server_id)).toBe('claimed')
    expect(first.output() + second.output()).not.toContain(enrollment.code)

    const wrong = stage.agent({ serverUrl: server.url, code: 'w'.repeat(43) })
    expect((await wrong.exited).code).toBe(78)
    expect(wrong.output()).toMatch(/enrollment code/)
  })

  it('reconnects when the server restarts', async () => {
    const place = { directory: stage.directory(), port: await freePort() }
    const first = await stage.server(place)
    const session = await firstSignIn(first)
    const { enrollment } = await onboard(session, 'patient')
    const agent = stage.agent({ serverUrl: first.url, code: enrollment.code })
    await agent.line(/"connected"/)
    const before = agent.lines.length
    await first.stop()
    await stage.server(place)
    await until('the agent to be back', () => agent.lines.slice(before).some((line) => /"connected"/.test(line)))
  })
})

describe('the database', () => {
  it('contains neither codes nor tokens', async () => {
    const separate = await stage.server()
    const session = await firstSignIn(separate)
    const { enrollment } = await onboard(session, 'secretive')
    const token = newRunToken()
    await claim(separate.url, enrollment.code, token)
    await separate.stop()
    const everything = inspect(separate.dataDir, (db) => {
      const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[]
      return tables.map((table) => JSON.stringify(db.prepare(`SELECT * FROM ${table}`).all())).join('\n')
    })
    expect(everything).toContain('secretive')
    expect(everything).not.toContain(enrollment.code)
    expect(everything).not.toContain(token)
  })
})
