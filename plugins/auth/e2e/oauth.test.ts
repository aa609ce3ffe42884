import { signInByForm } from '@svc/e2e/browser'
import { ask } from '@svc/e2e/http'
import { Secret, TOTP } from '@svc/e2e/one-time-codes'
import { client, identifyAs, type OpenidProvider, startOpenidProvider } from '@svc/e2e/openid-provider'
import { freePort } from '@svc/e2e/place'
import { type Server, spawnServer, untilHealthy } from '@svc/e2e/server'
import { adminPassword, firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
let provider: OpenidProvider
let port: number
let directory: string
let server: Server
let admin: Session

const start = (allow_registration: boolean) =>
  spawnServer({
    directory,
    port,
    config: {
      log: { level: 'trace' },
      oauth: {
        base_url: `http://127.0.0.1:${port}`,
        allow_registration,
        oidc: { issuer_url: provider.issuer, client_id: client.id, client_secret: client.secret, title: 'Acme ID' },
      },
    },
  })

beforeAll(async () => {
  port = await freePort()
  directory = stage.directory()
  provider = await startOpenidProvider(() => `http://127.0.0.1:${port}/api/auth/oauth/oidc/callback`)
  stage.later(provider.close)
  server = start(false)
  stage.later(() => server.stop())
  await untilHealthy(server)
  admin = await firstSignIn(server)
})

async function restart(allowRegistration: boolean) {
  await server.stop()
  server = start(allowRegistration)
  await untilHealthy(server)
}

const me = async (page: { evaluate<T>(fn: () => Promise<T>): Promise<T> }) =>
  page.evaluate(async () => (await (await fetch('/api/auth/me')).json()).data as { username: string; role: string })

describe('OpenID sign-in in the browser', () => {
  it('rejects an identity that is not linked', async () => {
    const { page, problems } = await stage.tab({ url: server.url })
    await page.goto('/servers')
    await page.getByRole('link', { name: /Acme ID/ }).click()
    await identifyAs(page, 'stranger')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    await page
      .getByRole('alert')
      .getByText(/account/i)
      .waitFor()
    expect(problems).toEqual([])
  })

  it('links an account on the security page, signs in with it to the requested page, and unlinks it', async () => {
    const linking = await stage.tab({ url: server.url, session: admin })
    await linking.page.goto('/settings/security')
    await linking.page.getByRole('link', { name: /link.*acme id|acme id.*link/i }).click()
    await identifyAs(linking.page, 'ada')
    await linking.page.getByRole('heading', { name: 'Security' }).waitFor()
    await linking.page.getByText('ada@example.com').waitFor()
    expect(new URL(linking.page.url()).search).toBe('')

    const { page, problems } = await stage.tab({ url: server.url })
    await page.goto('/settings/plugins')
    await page.getByRole('link', { name: /Acme ID/ }).click()
    await identifyAs(page, 'ada')
    await page.getByRole('heading', { name: 'Plugins' }).waitFor()
    expect(await me(page)).toMatchObject({ username: 'admin', role: 'admin' })
    await page.reload()
    await page.getByRole('heading', { name: 'Plugins' }).waitFor()
    expect(problems).toEqual([])

    await linking.page.getByRole('button', { name: /unlink/i }).click()
    await linking.page
      .getByRole('alertdialog')
      .or(linking.page.getByRole('dialog'))
      .getByRole('button', { name: /unlink/i })
      .click()
    await linking.page.getByText('ada@example.com').first().waitFor({ state: 'detached' })
    expect(await admin.get('/api/auth/oauth/accounts')).toEqual([])
    expect(linking.problems).toEqual([])
  })

  it('requires the second factor of the account', async () => {
    const { secret } = await admin.send<{ secret: string }>('POST', '/api/auth/2fa/setup')
    const device = new TOTP({ secret: Secret.fromBase32(secret) })
    const earlier = Date.now() - 30_000
    await admin.send('POST', '/api/auth/2fa/enable', { code: device.generate({ timestamp: earlier }) })
    const linking = await stage.tab({ url: server.url, session: admin })
    await linking.page.goto('/settings/security')
    await linking.page.getByRole('link', { name: /link.*acme id|acme id.*link/i }).click()
    await identifyAs(linking.page, 'ada')
    await linking.page.getByText('ada@example.com').waitFor()

    const { page, problems } = await stage.tab({ url: server.url })
    await page.goto('/settings/plugins')
    await page.getByRole('link', { name: /Acme ID/ }).click()
    await identifyAs(page, 'ada')
    const code = page.getByLabel(/code/i).first()
    await code.fill('000000')
    await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
    await code.fill(device.generate())
    await page.getByRole('heading', { name: 'Plugins' }).waitFor()
    expect(problems).toEqual([])
    await admin.send('POST', '/api/auth/2fa/disable', { password: adminPassword })
  })

  it('creates members if registration is allowed, and never matches by email', async () => {
    await restart(true)
    const { page, problems } = await stage.tab({ url: server.url })
    await page.goto('/login')
    await page.getByRole('link', { name: /Acme ID/ }).click()
    await identifyAs(page, 'bob')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(await me(page)).toMatchObject({ username: 'oidc_bob Example', role: 'member' })
    expect(problems).toEqual([])
  })
})

describe('password sign-in in the browser', () => {
  it('requires the second factor as a second step, and accepts a recovery code', async () => {
    const { secret, recovery_codes } = await admin.send<{ secret: string; recovery_codes: string[] }>(
      'POST',
      '/api/auth/2fa/setup',
    )
    const device = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = device.generate({ timestamp: Date.now() - 30_000 })
    await admin.send('POST', '/api/auth/2fa/enable', { code })
    const { page, problems } = await stage.tab({ url: server.url })
    await page.goto('/settings/plugins')
    await signInByForm(page, 'admin', adminPassword)
    const field = page.getByLabel(/code/i).first()
    await field.fill(device.generate())
    await page.getByRole('heading', { name: 'Plugins' }).waitFor()
    expect(problems).toEqual([])

    const totp_code = recovery_codes[0]
    const login = () =>
      ask(`${server.url}/api/auth/login`, {
        method: 'POST',
        body: { username: 'admin', password: adminPassword, totp_code },
      })
    expect((await login()).status).toBe(200)
    expect((await login()).status).toBe(401)
    expect(await admin.get('/api/auth/2fa/status')).toMatchObject({ enabled: true, recovery_codes_left: 9 })
  })
})
