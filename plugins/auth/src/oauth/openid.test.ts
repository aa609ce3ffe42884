import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeBrowser, site } from '../../test/browser.ts'
import { client, type OpenidServer, openOpenidServer } from '../../test/openid-server.ts'
import { openWorld, storedText, type World } from '../../test/world.ts'

let server: OpenidServer
let world: World
beforeAll(async () => {
  server = await openOpenidServer()
})
afterAll(() => server.close())
afterEach(() => world.close())

const keys = () => ({ issuer_url: server.issuer, client_id: client.id, client_secret: client.secret })
const oauth = (more: object = {}) => ({ oauth: { base_url: site, oidc: keys(), ...more } })
const start = '/api/auth/oauth/oidc'
const me = async (browser: ReturnType<typeof makeBrowser>) => (await browser.request('GET', '/api/auth/me')).json().data

describe('OpenID Connect sign-in', () => {
  it('lists the configured providers with their titles', async () => {
    world = await openWorld({ config: oauth({ google: keys(), github: { client_id: 'x', client_secret: 'y' } }) })
    const response = await world.kernel.inject('/api/auth/oauth/providers')
    expect(response.json()).toEqual({
      data: {
        providers: ['github', 'google', 'oidc'],
        titles: { github: 'GitHub', google: 'Google', oidc: 'Single sign-on' },
      },
    })
  })

  it('creates an account for a new identity and finds it again', async () => {
    world = await openWorld({ config: oauth({ allow_registration: true }) })
    const browser = makeBrowser(world.kernel)
    const login = await browser.open(`${start}?next=/servers/1?tab=disk`)
    expect(login.url.href).toContain(`${server.issuer}/interaction/`)
    const end = await server.signIn(browser, login, 'ada')
    expect(end.url.href).toBe(`${site}/servers/1?tab=disk`)
    const account = await me(browser)
    expect(account).toMatchObject({ username: 'oidc_ada', role: 'member', must_change_password: false })

    const other = makeBrowser(world.kernel)
    await server.signIn(other, await other.open(start), 'ada')
    expect((await me(other)).user_id).toBe(account.user_id)
    const links = (await other.request('GET', '/api/auth/oauth/accounts')).json().data
    expect(links).toEqual([
      {
        id: expect.any(String),
        user_id: account.user_id,
        provider: 'oidc',
        provider_user_id: 'sub-ada',
        email: 'ada@example.com',
        display_name: 'ada',
        created_at: '2026-01-31T12:00:00Z',
      },
    ])
    expect(world.audits().slice(-3)).toEqual([
      ['oidc_ada', 'user.create', expect.stringContaining('"provider":"oidc"'), '192.0.2.10'],
      ['oidc_ada', 'login', '{"method":"oauth","provider":"oidc"}', '192.0.2.10'],
      ['oidc_ada', 'login', '{"method":"oauth","provider":"oidc"}', '192.0.2.10'],
    ])
  })

  it('sends PKCE, state and nonce, bound to the browser', async () => {
    world = await openWorld({ config: oauth() })
    const browser = makeBrowser(world.kernel)
    await browser.open(start)
    const { searchParams, pathname } = browser.visited[1] as URL
    expect(pathname).toBe('/auth')
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: client.id,
      response_type: 'code',
      redirect_uri: `${site}/api/auth/oauth/oidc/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(browser.setCookies).toEqual([
      `oauth_nonce=${browser.cookie('oauth_nonce')}; HttpOnly; SameSite=Lax; Path=/api/auth/oauth; Max-Age=600; Secure`,
    ])
    expect(browser.cookie('oauth_nonce')).toMatch(/^[\w-]{43}$/)
  })

  it('sets a cookie that survives the redirect, and clears the flow cookie', async () => {
    world = await openWorld({ config: oauth({ allow_registration: true }) })
    const browser = makeBrowser(world.kernel)
    const end = await server.signIn(browser, await browser.open(start), 'bob')
    expect(end.status).toBe(302)
    expect(end.url.href).toBe(`${site}/`)
    expect(browser.setCookies.slice(1)).toEqual([
      'oauth_nonce=; HttpOnly; SameSite=Lax; Path=/api/auth/oauth; Max-Age=0; Secure',
      `session_token=${browser.cookie('session_token')}; HttpOnly; SameSite=Lax; Path=/; Max-Age=86400; Secure`,
    ])
  })

  it('ends the former session of the browser, whose cookie is not sent with the redirect', async () => {
    world = await openWorld({ config: oauth({ allow_registration: true }) })
    const browser = makeBrowser(world.kernel)
    await server.signIn(browser, await browser.open(start), 'bob')
    const former = browser.cookie('session_token') as string
    await world.kernel.clock.advance(60_000)
    // the renewal makes the cookie Strict
    await me(browser)
    await browser.open(start, { from: new URL(site) })
    expect(browser.cookie('session_token')).not.toBe(former)
    expect(await me(browser)).toMatchObject({ username: 'oidc_bob' })
    const stale = await world.kernel.inject({ url: '/api/auth/me', headers: { cookie: `session_token=${former}` } })
    expect(stale.statusCode).toBe(401)
  })

  it('supports concurrent flows in several tabs', async () => {
    world = await openWorld({ config: oauth({ allow_registration: true }) })
    const browser = makeBrowser(world.kernel)
    const until = /\/callback\?/
    const a = await server.signIn(browser, await browser.open(`${start}?next=/a`), 'tess', until)
    const b = await browser.open(`${start}?next=/b`, { until })
    expect(new Set(browser.setCookies).size).toBe(1)
    const from = new URL(server.issuer)
    expect((await browser.open(b.url, { from })).url.pathname).toBe('/b')
    expect(browser.cookie('oauth_nonce')).toBeDefined()
    expect((await browser.open(a.url, { from })).url.pathname).toBe('/a')
    expect(browser.cookie('oauth_nonce')).toBeUndefined()
  })

  it('rejects unknown identities without registration, with one audit entry', async () => {
    world = await openWorld({ config: oauth() })
    const browser = makeBrowser(world.kernel)
    const end = await server.signIn(browser, await browser.open(start), 'mallory')
    expect(end.url.href).toBe(`${site}/login?oauth_error=registration_disabled`)
    expect(browser.cookie('session_token')).toBeUndefined()
    const detail = {
      provider: 'oidc',
      reason: 'registration_disabled',
      subject: 'sub-mallory',
      email: 'mallory@example.com',
    }
    expect(world.audits()).toEqual([['anonymous', 'oauth_login_failed', JSON.stringify(detail), '192.0.2.10']])
  })

  it('audits ten rejections a second, then their number, from however many addresses', async () => {
    world = await openWorld({ config: oauth() })
    for (let i = 0; i < 12; i += 1) {
      const browser = makeBrowser(world.kernel, `192.0.2.${i}`)
      await server.signIn(browser, await browser.open(start), 'mallory')
    }
    const details = () => world.audits().map((entry) => (entry as string[])[2])
    expect(details()).toHaveLength(10)
    await world.kernel.clock.advance(1000)
    expect(details().slice(10)).toEqual(['{"omitted":2}'])
  })

  it('never matches an account by name or email address', async () => {
    world = await openWorld({ config: oauth({ allow_registration: true, google: keys() }) })
    const browser = makeBrowser(world.kernel)
    await server.signIn(browser, await browser.open(start), 'ada')
    const first = await me(browser)
    const other = makeBrowser(world.kernel)
    await server.signIn(other, await other.open('/api/auth/oauth/google'), 'ada')
    const second = await me(other)
    expect(second.user_id).not.toBe(first.user_id)
    expect(second.username).toBe('google_ada')
  })

  it('returns to the sign-in page when the provider denies it', async () => {
    world = await openWorld({ config: oauth() })
    const browser = makeBrowser(world.kernel)
    const end = await server.refuse(browser, await browser.open(start))
    expect(end.url.href).toBe(`${site}/login?oauth_error=denied`)
  })

  it.each([
    ['client_secret_post', client.secret],
    ['none', ''],
  ] as const)('works for clients with %s', async (method, secret) => {
    const strict = await openOpenidServer({ token_endpoint_auth_method: method })
    try {
      const oidc = { issuer_url: strict.issuer, client_id: client.id, client_secret: secret }
      world = await openWorld({ config: oauth({ allow_registration: true, oidc }) })
      for (const name of ['eve', 'eve', 'eva']) {
        const browser = makeBrowser(world.kernel)
        await strict.signIn(browser, await browser.open(start), name)
        expect((await me(browser)).username).toBe(`oidc_${name}`)
      }
    } finally {
      await strict.close()
    }
  })

  it('leaves no secret of the flow in log or files', async () => {
    world = await openWorld({ config: { ...oauth({ allow_registration: true }), log: { level: 'trace' } } })
    const browser = makeBrowser(world.kernel)
    await server.signIn(browser, await browser.open(start), 'ada')
    world.kernel.database.pragma('wal_checkpoint(TRUNCATE)')
    const everything = storedText(world.kernel)
    expect(everything).toContain('oidc_ada')
    // the state has been consumed; it may appear in request logs
    const values = browser.visited.flatMap(({ searchParams }) =>
      ['code', 'nonce'].flatMap((name) => searchParams.get(name) ?? []),
    )
    expect(values).toHaveLength(2)
    const cookies = browser.setCookies
      .map((header) => /=([^;]+);/.exec(header)?.[1] ?? '')
      .filter((text) => text.length > 40)
    for (const secret of [...values, ...cookies, client.secret]) expect(everything).not.toContain(secret)
  })
})
