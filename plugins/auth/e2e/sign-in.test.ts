import { chooseByForm, signInByForm } from '@svc/e2e/browser'
import { inspect } from '@svc/e2e/database'
import { ask } from '@svc/e2e/http'
import { connectBrowser } from '@svc/e2e/peer'
import { initialPassword, type Server } from '@svc/e2e/server'
import { adminPassword, firstSignIn, type Session, signIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()

const login = (server: Server, username: string, password: string, headers: Record<string, string> = {}) =>
  ask(`${server.url}/api/auth/login`, { method: 'POST', body: { username, password }, headers })

describe('sign-in', () => {
  let server: Server
  let admin: Session

  beforeAll(async () => {
    server = await stage.server()
    admin = await firstSignIn(server)
  })

  it('sets an HttpOnly, SameSite=Strict cookie', async () => {
    const [cookie = ''] = (await login(server, 'admin', adminPassword)).headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^session_token=[\w-]{43};/)
    for (const flag of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=86400']) expect(cookie).toContain(flag)
    expect(cookie).not.toContain('Secure')
  })

  it('marks the cookie Secure by default', async () => {
    const strict = await stage.server({ config: { auth: { secure_cookie: true } } })
    const [cookie = ''] = (await login(strict, 'admin', await initialPassword(strict))).headers['set-cookie'] ?? []
    expect(cookie).toContain('Secure')
  })

  it('gives the same response to a wrong password and an unknown user', async () => {
    const wrong = await login(server, 'admin', 'wrong password')
    const unknown = await login(server, 'nobody', 'wrong password')
    expect(wrong.status).toBe(401)
    expect(unknown).toMatchObject({ status: 401, text: wrong.text })
  })

  it('is limited per address, with Retry-After', async () => {
    const limited = await stage.server({ config: { rate_limit: { login_max: 2 } } })
    const password = await initialPassword(limited)
    await login(limited, 'admin', 'wrong')
    await login(limited, 'admin', 'wrong')
    const refused = await login(limited, 'admin', password)
    expect(refused.status).toBe(429)
    expect(refused.error().code).toBe('TOO_MANY_REQUESTS')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    // a trusted proxy forwards other addresses
    const elsewhere = await login(limited, 'admin', password, { 'x-forwarded-for': '203.0.113.9' })
    expect(elsewhere.status).toBe(200)
  })

  it('signing out closes open sockets', async () => {
    const session = await signIn(server.url, 'admin', adminPassword)
    const viewer = await connectBrowser(server.url, session.cookie)
    await session.send('POST', '/api/auth/logout')
    expect((await session.call('GET', '/api/auth/me')).status).toBe(401)
    expect((await viewer.closed).code).toBeGreaterThan(1000)
  })

  it('a password change revokes other sessions', async () => {
    const other = await signIn(server.url, 'admin', adminPassword)
    const next = `${adminPassword} 2`
    await admin.send('PUT', '/api/auth/password', { old_password: adminPassword, new_password: next })
    expect((await other.call('GET', '/api/auth/me')).status).toBe(401)
    expect((await admin.call('GET', '/api/auth/me')).status).toBe(200)
    expect((await login(server, 'admin', adminPassword)).status).toBe(401)
    await admin.send('PUT', '/api/auth/password', { old_password: next, new_password: adminPassword })
  })

  it('is audited without the password', async () => {
    const log = JSON.stringify(await admin.get('/api/audit-logs?limit=200'))
    for (const action of ['login', 'login_failed', 'change_password']) expect(log).toContain(`"${action}"`)
    expect(log).not.toContain(adminPassword)
    expect(log).not.toContain('wrong password')
  })

  it('stores neither password nor token', async () => {
    const session = await signIn(server.url, 'admin', adminPassword)
    await server.stop()
    const token = session.cookie.split('=')[1] as string
    const rows = inspect(server.dataDir, (db) => ({
      users: db.prepare('SELECT * FROM auth_users').all(),
      sessions: db.prepare('SELECT * FROM auth_sessions').all(),
    }))
    expect(JSON.stringify(rows.users)).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(adminPassword)
    expect(rows.sessions.length).toBeGreaterThan(0)
  })
})

describe('sign-in in the browser', () => {
  it('leads through the required password change to the requested page, and signs out', async () => {
    const server = await stage.server()
    const { page, problems } = await stage.tab({ url: server.url })
    await page.goto('/servers?view=cards')
    await page.waitForURL(/sign-in|login/)

    await signInByForm(page, 'admin', 'not the password')
    await page.getByText('Incorrect username or password.').waitFor()

    await signInByForm(page, 'admin', await initialPassword(server))
    await page.getByRole('heading', { name: 'Set up your account' }).waitFor()
    await page.goto('/servers')
    await page.getByRole('heading', { name: 'Set up your account' }).waitFor()

    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByText('At least 8 characters').first().waitFor()
    await chooseByForm(page)
    await page.getByRole('heading', { name: 'Servers' }).waitFor()

    await page.reload()
    await page.getByRole('heading', { name: 'Servers' }).waitFor()
    expect(await page.evaluate(() => document.cookie)).not.toContain('session_token')

    await page.getByRole('button', { name: /admin/ }).first().click()
    await page.getByRole('menuitem', { name: /sign out/i }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto('/servers')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(problems).toEqual([])
  })
})
