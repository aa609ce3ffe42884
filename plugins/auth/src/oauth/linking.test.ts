import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, makeBrowser, site } from '../../test/browser.ts'
import { client, type OpenidServer, openOpenidServer } from '../../test/openid-server.ts'
import { openWorld, type World, withCookie } from '../../test/world.ts'

let server: OpenidServer
let world: World
let token: string
let browser: Browser
const start = '/api/auth/oauth/oidc'
const security = new URL('/settings/security', site)

beforeAll(async () => {
  server = await openOpenidServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const oidc = { issuer_url: server.issuer, client_id: client.id, client_secret: client.secret }
  world = await openWorld({ config: { oauth: { base_url: site, oidc, google: oidc } } })
  token = (await world.onboard('ann')).token
  browser = makeBrowser(world.kernel)
  browser.setCookie('session_token', token, true)
})
afterEach(() => world.close())

const link = async (login: string, by = browser) =>
  (await server.signIn(by, await by.open(`${start}?link=1`, { from: security }), login)).url
const accounts = async (by = browser) => (await by.request('GET', '/api/auth/oauth/accounts')).json().data
const failed = (key: string) => `${site}/settings/security?oauth_error=${key}`
const signedInAs = async (login: string) => {
  const other = makeBrowser(world.kernel)
  await server.signIn(other, await other.open(start), login)
  return (await other.request('GET', '/api/auth/me')).json().data?.username
}

describe('linking an identity', () => {
  it('lets its owner sign in with it', async () => {
    expect((await link('ann')).href).toBe(`${site}/settings/security?linked=oidc`)
    expect(browser.cookie('oauth_nonce')).toBeUndefined()
    expect(browser.cookie('session_token')).toBe(token)
    expect(await accounts()).toMatchObject([
      { provider: 'oidc', provider_user_id: 'sub-ann', email: 'ann@example.com' },
    ])
    expect(await signedInAs('ann')).toBe('ann')
    expect(await signedInAs('somebody')).toBeUndefined()
    const detail = { provider: 'oidc', subject: 'sub-ann', email: 'ann@example.com' }
    expect(world.audits().slice(-3)).toEqual([
      ['ann', 'oauth_link', JSON.stringify(detail), '192.0.2.10'],
      ['ann', 'login', '{"method":"oauth","provider":"oidc"}', '192.0.2.10'],
      ['anonymous', 'oauth_login_failed', expect.stringContaining('registration_disabled'), '192.0.2.10'],
    ])
  })

  it('is idempotent', async () => {
    await link('ann')
    const [before, trace] = [await accounts(), world.audits()]
    expect((await link('ann')).href).toBe(`${site}/settings/security?linked=oidc`)
    expect(await accounts()).toEqual(before)
    expect(world.audits()).toEqual(trace)
  })

  it('rejects an identity linked to another account', async () => {
    await link('ann')
    const { password } = await world.addUser(token, 'bob')
    const bob = makeBrowser(world.kernel)
    bob.setCookie('session_token', await world.signIn('bob', password), true)
    expect((await link('ann', bob)).href).toBe(failed('taken'))
    expect(await accounts(bob)).toEqual([])
    expect(await accounts()).toHaveLength(1)

    const back = await bob.open(`${start}?link=1`, { from: security, until: /\/callback\?/ })
    const { pathname, search } = back.url
    const headers = { cookie: `oauth_nonce=${bob.cookie('oauth_nonce')}` }
    const response = await world.kernel.inject({ url: pathname + search, headers })
    expect(response.statusCode).toBe(409)
    expect(response.json().error.code).toBe('CONFLICT')
  })

  it.each(['cross-site', 'same-site'])('cannot be started by a %s page', async (site) => {
    const headers = { ...withCookie(token), 'sec-fetch-site': site }
    const response = await world.kernel.inject({ url: `${start}?link=1`, headers })
    expect(response.statusCode).toBe(400)
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  it('requires a session cookie without a pending password change', async () => {
    expect((await makeBrowser(world.kernel).open(`${start}?link=1`)).url.href).toBe(failed('not_signed_in'))
    const bearer = await world.kernel.inject({
      url: `${start}?link=1`,
      headers: { authorization: `Bearer ${token}`, accept: 'text/html' },
    })
    expect(bearer.headers.location).toBe('/settings/security?oauth_error=not_signed_in')
    world.kernel.database.prepare("UPDATE auth_users SET must_change_password = 1 WHERE username = 'ann'").run()
    expect((await browser.open(`${start}?link=1`, { from: security })).url.href).toBe(failed('not_signed_in'))
  })

  it('requires the session that started it until the end', async () => {
    const page = await browser.open(`${start}?link=1`, { from: security })
    await browser.request('POST', '/api/auth/logout')
    expect((await server.signIn(browser, page, 'ann')).url.href).toBe(failed('not_signed_in'))
    expect(world.kernel.database.prepare('SELECT * FROM auth_oauth_accounts').all()).toEqual([])
  })

  it('fails if another user has signed in meanwhile', async () => {
    const { password } = await world.addUser(token, 'bob')
    const page = await browser.open(`${start}?link=1`, { from: security })
    browser.setCookie('session_token', await world.signIn('bob', password))
    expect((await server.signIn(browser, page, 'ann')).url.href).toBe(failed('not_signed_in'))
    expect(world.kernel.database.prepare('SELECT * FROM auth_oauth_accounts').all()).toEqual([])
  })

  it('returns to the settings when the provider denies it', async () => {
    const page = await browser.open(`${start}?link=1`, { from: security })
    expect((await server.refuse(browser, page)).url.href).toBe(failed('denied'))
  })
})

describe('unlinking', () => {
  const remove = async (id: string, by = browser) =>
    (await by.request('DELETE', `/api/auth/oauth/accounts/${id}`)).statusCode

  it('disables sign-in with that identity', async () => {
    await link('ann')
    const [{ id }] = await accounts()
    expect(await remove(id)).toBe(200)
    expect(await remove(id)).toBe(404)
    expect(await accounts()).toEqual([])
    expect(await signedInAs('ann')).toBeUndefined()
    const detail = { provider: 'oidc', subject: 'sub-ann', email: 'ann@example.com' }
    expect(world.audits()).toContainEqual(['ann', 'oauth_unlink', JSON.stringify(detail), '192.0.2.10'])
  })

  it('does not affect links of other users', async () => {
    await link('ann')
    const [{ id }] = await accounts()
    const { password } = await world.addUser(token, 'bob', 'admin')
    const bob = makeBrowser(world.kernel)
    bob.setCookie('session_token', await world.signIn('bob', password), true)
    expect(await remove(id, bob)).toBe(404)
    expect(await accounts()).toHaveLength(1)
  })

  it('rejects removing the last sign-in method', async () => {
    await link('ann')
    await server.signIn(browser, await browser.open('/api/auth/oauth/google?link=1', { from: security }), 'ann')
    const [oidc, google] = await accounts()
    expect(google.provider).toBe('google')
    const set = (value: number) =>
      world.kernel.database.prepare("UPDATE auth_users SET has_password = ? WHERE username = 'ann'").run(value)
    set(0)
    expect(await remove(oidc.id)).toBe(200)
    expect(await remove(google.id)).toBe(409)
    expect(await accounts()).toHaveLength(1)
    // an unconfigured provider does not count as a sign-in method
    world.kernel.database.prepare("UPDATE auth_oauth_accounts SET provider = 'gone'").run()
    await link('ann')
    const [, again] = await accounts()
    expect(await remove(again.id)).toBe(409)
    set(1)
    expect(await remove(again.id)).toBe(200)
  })
})
