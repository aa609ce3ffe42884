import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, makeBrowser, site } from '../../test/browser.ts'
import { client, type OpenidServer, openOpenidServer } from '../../test/openid-server.ts'
import { type Authenticator, addSecondFactor, caller } from '../../test/second-factor.ts'
import { openWorld, storedText, type World, withCookie } from '../../test/world.ts'

let server: OpenidServer
let world: World
let token: string
let password: string
let device: Authenticator
let recoveryCodes: string[]
const start = '/api/auth/oauth/oidc'
const limit = 12

beforeAll(async () => {
  server = await openOpenidServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const oidc = { issuer_url: server.issuer, client_id: client.id, client_secret: client.secret }
  world = await openWorld({ config: { oauth: { base_url: site, oidc }, rate_limit: { login_max: limit } } })
  const onboarded = await world.onboard('ann')
  token = onboarded.token
  password = onboarded.password
  const browser = makeBrowser(world.kernel)
  browser.setCookie('session_token', token, true)
  await server.signIn(browser, await browser.open(`${start}?link=1`, { from: new URL(site) }), 'ann')
  const added = await addSecondFactor(world, token)
  device = added.device
  recoveryCodes = added.recoveryCodes
})
afterEach(() => world.close())

const arrive = async (next = '') => {
  const browser = makeBrowser(world.kernel, '192.0.2.20')
  const page = await server.signIn(browser, await browser.open(`${start}${next}`), 'ann')
  return { browser, url: page.url }
}
const post = async (browser: Browser, totp_code: string) =>
  browser.request('POST', '/api/auth/oauth/second-factor', { totp_code })
const statusOf = async (browser: Browser, code: string) => (await post(browser, code)).statusCode
const me = async (browser: Browser) => (await browser.request('GET', '/api/auth/me')).statusCode

describe('the second factor of an OAuth sign-in', () => {
  it('is required before the session opens', async () => {
    const { browser, url } = await arrive('?next=/servers?a=b')
    expect(url.href).toBe(`${site}/login?second_factor=oidc&next=%2Fservers%3Fa%3Db`)
    expect(browser.setCookies.at(-1)).toBe(
      `oauth_second_factor=${browser.cookie('oauth_second_factor')}; HttpOnly; SameSite=Strict; ` +
        'Path=/api/auth/oauth/second-factor; Max-Age=300; Secure',
    )
    expect(await me(browser)).toBe(401)
    const before = world.audits().length
    const response = await post(browser, device.code())
    expect(response.statusCode).toBe(200)
    expect(response.json().data).toMatchObject({ username: 'ann', role: 'admin', must_change_password: false })
    expect(browser.setCookies.slice(-2)).toEqual([
      `session_token=${browser.cookie('session_token')}; HttpOnly; SameSite=Strict; Path=/; Max-Age=86400; Secure`,
      'oauth_second_factor=; HttpOnly; SameSite=Strict; Path=/api/auth/oauth/second-factor; Max-Age=0; Secure',
    ])
    expect(await me(browser)).toBe(200)
    expect(world.audits().slice(before)).toEqual([
      ['ann', 'login', '{"method":"oauth","provider":"oidc"}', '192.0.2.20'],
    ])
  })

  it('ends the former session of the browser once it is accepted', async () => {
    const { browser } = await arrive()
    await post(browser, device.code())
    const former = browser.cookie('session_token') as string
    await browser.open(start, { from: new URL(site) })
    const status = async () =>
      (await world.kernel.inject({ url: '/api/auth/me', headers: withCookie(former) })).statusCode
    expect(await status()).toBe(200)
    await world.kernel.clock.advance(60_000)
    expect([await statusOf(browser, device.code()), await status(), await me(browser)]).toEqual([200, 401, 200])
  })

  it('can be a recovery code, once', async () => {
    const code = recoveryCodes[0] as string
    expect(await statusOf((await arrive()).browser, code)).toBe(200)
    expect(await statusOf((await arrive()).browser, code)).toBe(401)
  })

  it('works once for each sign-in', async () => {
    const { browser } = await arrive()
    const waiting = browser.cookie('oauth_second_factor') as string
    expect(await statusOf(browser, device.code())).toBe(200)
    const other = makeBrowser(world.kernel)
    other.setCookie('oauth_second_factor', waiting)
    await world.kernel.clock.advance(60_000)
    expect(await statusOf(other, device.code())).toBe(400)
  })

  it.each([undefined, '', 'x', 'x'.repeat(43), '__proto__'])('is not accepted with the cookie %j', async (value) => {
    const browser = makeBrowser(world.kernel)
    if (value !== undefined) browser.setCookie('oauth_second_factor', value)
    expect(await statusOf(browser, device.code())).toBe(400)
  })

  it('expires after five minutes', async () => {
    const { browser } = await arrive()
    await world.kernel.clock.advance(300_000)
    expect(await statusOf(browser, device.code())).toBe(400)
  })

  it('is limited to a few attempts, across sign-ins at the provider', async () => {
    const { browser } = await arrive()
    const statuses: number[] = []
    for (let i = 0; i < 6; i += 1) statuses.push(await statusOf(browser, device.wrongCode()))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 400])
    const detail = { provider: 'oidc', reason: 'wrong_code', username: 'ann' }
    expect(world.audits().at(-1)).toEqual(['anonymous', 'oauth_login_failed', JSON.stringify(detail), '192.0.2.20'])
    const again = (await arrive()).browser
    for (let i = 0; i < 5; i += 1) expect(await statusOf(again, device.wrongCode())).toBe(401)
    const right = await post((await arrive()).browser, device.code())
    expect(right.statusCode).toBe(429)
    expect(right.headers['retry-after']).toBeDefined()
  })

  it('counts against the sign-in limit of the address', async () => {
    for (let i = 0; i < limit; i += 1) {
      await world.login({ username: 'ann', password: 'wrong' }, { ip: '192.0.2.20' })
    }
    expect(await statusOf((await arrive()).browser, device.code())).toBe(429)
  })

  it.each([{}, { totp_code: '' }, { totp_code: 'x'.repeat(65) }, { totp_code: 123456 }])('rejects %j', async (body) => {
    const { browser } = await arrive()
    expect((await browser.request('POST', '/api/auth/oauth/second-factor', body)).statusCode).toBe(422)
  })

  it('is rejected if the account has changed or was unlinked', async () => {
    const changed = (await arrive()).browser
    const call = caller(world, withCookie(token))
    await call('PUT', 'password', { old_password: password, new_password: 'a-different-Passw0rd' })
    expect(await statusOf(changed, device.code())).toBe(400)

    const unlinked = (await arrive()).browser
    const [{ id }] = (await call('GET', 'oauth/accounts')).json().data
    expect((await call('DELETE', `oauth/accounts/${id}`)).statusCode).toBe(200)
    expect(await statusOf(unlinked, device.code())).toBe(400)
  })

  it('stores no token of a pending sign-in', async () => {
    const { browser } = await arrive()
    world.kernel.database.pragma('wal_checkpoint(TRUNCATE)')
    expect(storedText(world.kernel)).not.toContain(browser.cookie('oauth_second_factor'))
  })
})
