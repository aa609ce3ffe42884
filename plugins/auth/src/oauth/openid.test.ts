import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeBrowser, site } from '../../test/browser.ts'
import { type Door, openDoor, traces } from '../../test/door.ts'
import { client, type OpenidServer, openOpenidServer } from '../../test/openid-server.ts'

let server: OpenidServer
let door: Door
beforeAll(async () => {
  server = await openOpenidServer()
})
afterAll(() => server.close())
afterEach(() => door.close())

const keys = () => ({ issuer_url: server.issuer, client_id: client.id, client_secret: client.secret })
const oauth = (more: object = {}) => ({ oauth: { base_url: site, oidc: keys(), ...more } })
const start = '/api/auth/oauth/oidc'
const me = async (browser: ReturnType<typeof makeBrowser>) => (await browser.ask('GET', '/api/auth/me')).json().data

describe('sign-in by OpenID Connect', () => {
  it('offers what is configured, with the texts of the buttons', async () => {
    door = await openDoor({ config: oauth({ google: keys(), github: { client_id: 'x', client_secret: 'y' } }) })
    const answer = await door.kernel.inject('/api/auth/oauth/providers')
    expect(answer.json()).toEqual({
      data: {
        providers: ['github', 'google', 'oidc'],
        titles: { github: 'GitHub', google: 'Google', oidc: 'Single sign-on' },
      },
    })
  })

  it('creates an account for somebody new and finds it again', async () => {
    door = await openDoor({ config: oauth({ allow_registration: true }) })
    const browser = makeBrowser(door.kernel)
    const login = await browser.open(`${start}?next=/servers/1?tab=disk`)
    expect(login.url.href).toContain(`${server.issuer}/interaction/`)
    const end = await server.signIn(browser, login, 'ada')
    expect(end.url.href).toBe(`${site}/servers/1?tab=disk`)
    const account = await me(browser)
    expect(account).toMatchObject({ username: 'oidc_ada', role: 'member', must_change_password: false })

    const other = makeBrowser(door.kernel)
    await server.signIn(other, await other.open(start), 'ada')
    expect((await me(other)).user_id).toBe(account.user_id)
    const links = (await other.ask('GET', '/api/auth/oauth/accounts')).json().data
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
    expect(door.audits().slice(-3)).toEqual([
      ['oidc_ada', 'user.create', expect.stringContaining('"provider":"oidc"'), '192.0.2.10'],
      ['oidc_ada', 'login', '{"method":"oauth","provider":"oidc"}', '192.0.2.10'],
      ['oidc_ada', 'login', '{"method":"oauth","provider":"oidc"}', '192.0.2.10'],
    ])
  })

  it('asks with PKCE, state and nonce, and binds the browser', async () => {
    door = await openDoor({ config: oauth() })
    const browser = makeBrowser(door.kernel)
    await browser.open(start)
    const { searchParams, pathname } = browser.trail[1] as URL
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
    expect(browser.given).toEqual([
      `oauth_nonce=${browser.cookie('oauth_nonce')}; HttpOnly; SameSite=Lax; Path=/api/auth/oauth; Max-Age=600; Secure`,
    ])
    expect(browser.cookie('oauth_nonce')).toMatch(/^[\w-]{43}$/)
  })

  it('gives a cookie that comes along on the way back, and takes the binding away', async () => {
    door = await openDoor({ config: oauth({ allow_registration: true }) })
    const browser = makeBrowser(door.kernel)
    const end = await server.signIn(browser, await browser.open(start), 'bob')
    expect(end.status).toBe(302)
    expect(end.url.href).toBe(`${site}/`)
    expect(browser.given.slice(1)).toEqual([
      'oauth_nonce=; HttpOnly; SameSite=Lax; Path=/api/auth/oauth; Max-Age=0; Secure',
      `session_token=${browser.cookie('session_token')}; HttpOnly; SameSite=Lax; Path=/; Max-Age=86400; Secure`,
    ])
  })

  it('keeps every tab of a browser going', async () => {
    door = await openDoor({ config: oauth({ allow_registration: true }) })
    const browser = makeBrowser(door.kernel)
    const until = /\/callback\?/
    const a = await server.signIn(browser, await browser.open(`${start}?next=/a`), 'tess', until)
    const b = await browser.open(`${start}?next=/b`, { until })
    expect(new Set(browser.given).size).toBe(1)
    const from = new URL(server.issuer)
    expect((await browser.open(b.url, { from })).url.pathname).toBe('/b')
    expect(browser.cookie('oauth_nonce')).toBeDefined()
    expect((await browser.open(a.url, { from })).url.pathname).toBe('/a')
    expect(browser.cookie('oauth_nonce')).toBeUndefined()
  })

  it('refuses strangers when accounts are not created, and says so once in the audit log', async () => {
    door = await openDoor({ config: oauth() })
    const browser = makeBrowser(door.kernel)
    const end = await server.signIn(browser, await browser.open(start), 'mallory')
    expect(end.url.href).toBe(`${site}/login?oauth_error=registration_disabled`)
    expect(browser.cookie('session_token')).toBeUndefined()
    const detail = {
      provider: 'oidc',
      reason: 'registration_disabled',
      subject: 'sub-mallory',
      email: 'mallory@example.com',
    }
    expect(door.audits()).toEqual([['anonymous', 'oauth_login_failed', JSON.stringify(detail), '192.0.2.10']])
  })

  it('never takes an account because of its name or e-mail address', async () => {
    door = await openDoor({ config: oauth({ allow_registration: true, google: keys() }) })
    const browser = makeBrowser(door.kernel)
    await server.signIn(browser, await browser.open(start), 'ada')
    const first = await me(browser)
    const other = makeBrowser(door.kernel)
    await server.signIn(other, await other.open('/api/auth/oauth/google'), 'ada')
    const second = await me(other)
    expect(second.user_id).not.toBe(first.user_id)
    expect(second.username).toBe('google_ada')
  })

  it('goes back to the sign-in page when it is refused over there', async () => {
    door = await openDoor({ config: oauth() })
    const browser = makeBrowser(door.kernel)
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
      door = await openDoor({ config: oauth({ allow_registration: true, oidc }) })
      for (const name of ['eve', 'eve', 'eva']) {
        const browser = makeBrowser(door.kernel)
        await strict.signIn(browser, await browser.open(start), name)
        expect((await me(browser)).username).toBe(`oidc_${name}`)
      }
    } finally {
      await strict.close()
    }
  })

  it('leaves no secret of the flow in log or files', async () => {
    door = await openDoor({ config: { ...oauth({ allow_registration: true }), log: { level: 'trace' } } })
    const browser = makeBrowser(door.kernel)
    await server.signIn(browser, await browser.open(start), 'ada')
    door.kernel.database.pragma('wal_checkpoint(TRUNCATE)')
    const everything = traces(door.kernel)
    expect(everything).toContain('oidc_ada')
    // the state is used up by then, and may be in the log of requests
    const values = browser.trail.flatMap(({ searchParams }) =>
      ['code', 'nonce'].flatMap((name) => searchParams.get(name) ?? []),
    )
    expect(values).toHaveLength(2)
    const cookies = browser.given
      .map((header) => /=([^;]+);/.exec(header)?.[1] ?? '')
      .filter((text) => text.length > 40)
    for (const secret of [...values, ...cookies, client.secret]) expect(everything).not.toContain(secret)
  })
})
