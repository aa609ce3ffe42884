import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, makeBrowser, site } from '../../test/browser.ts'
import { type Overrides, openRogueIssuer, type RogueIssuer } from '../../test/rogue-issuer.ts'
import { openWorld, type World } from '../../test/world.ts'

let rogue: RogueIssuer
let world: World
let browser: Browser
const start = '/api/auth/oauth/oidc'
const secret = 'a-client-secret-that-must-not-be-kept'

beforeEach(async () => {
  rogue = await openRogueIssuer()
  const keys = { issuer_url: rogue.issuer, client_id: 'svc', client_secret: secret }
  const oauth = { base_url: `${site}/`, allow_registration: true, oidc: keys, google: keys }
  world = await openWorld({ config: { oauth } })
  browser = makeBrowser(world.kernel)
})
afterEach(async () => {
  await world.close()
  await rogue.close()
})

const warnings = () => world.kernel.logs.filter((record) => Reflect.get(record, 'reason') !== undefined)
const reasons = () => warnings().map((record) => String(Reflect.get(record, 'reason')))
const signedIn = () => browser.cookie('session_token') !== undefined
/** The callback URL of the issuer's redirect, before the browser requests it. */
const held = async (path = start) => (await browser.open(path, { until: /\/callback\?/ })).url
const failed = (key: string) => `${site}/login?oauth_error=${key}`

describe('a provider sign-in', () => {
  it('succeeds with a conforming provider', async () => {
    expect((await browser.open(start)).url.href).toBe(`${site}/`)
    expect(signedIn()).toBe(true)
  })

  it('accepts a state once', async () => {
    const callback = await held()
    await browser.open(callback)
    const again = makeBrowser(world.kernel)
    again.setCookie('oauth_nonce', 'x'.repeat(43))
    expect((await again.open(callback)).url.href).toBe(failed('expired'))
    expect(again.cookie('session_token')).toBeUndefined()
  })

  it('accepts a state once, also concurrently', async () => {
    const callback = await held()
    const nonce = browser.cookie('oauth_nonce') as string
    const other = makeBrowser(world.kernel)
    other.setCookie('oauth_nonce', nonce)
    const ends = await Promise.all([browser.open(callback), other.open(callback)])
    expect(ends.map(({ url }) => url.href).sort()).toEqual([`${site}/`, failed('expired')])
  })

  it('expires a state after ten minutes', async () => {
    const callback = await held()
    await world.kernel.clock.advance(600_000)
    expect((await browser.open(callback)).url.href).toBe(failed('expired'))
  })

  it.each([undefined, 'x'.repeat(43), '', 'short'])(
    'belongs to the browser that started it, not one with %j',
    async (value) => {
      const callback = await held()
      const victim = makeBrowser(world.kernel)
      if (value !== undefined) victim.setCookie('oauth_nonce', value)
      expect((await victim.open(callback)).url.href).toBe(failed('other_browser'))
      // and is invalid for the browser that started it
      expect((await browser.open(callback)).url.href).toBe(failed('expired'))
      expect(signedIn()).toBe(false)
    },
  )

  it('accepts a state only from its own provider', async () => {
    const callback = await held()
    const mixed = new URL(callback.href.replace('/oidc/', '/google/'))
    expect((await browser.open(mixed)).url.href).toBe(failed('expired'))
    expect((await browser.open(callback)).url.href).toBe(failed('expired'))
  })

  const forged = (token: string) => {
    const [head, body, signature] = token.split('.') as [string, string, string]
    const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'sub-victim' }
    return `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
  }
  const unsigned = (token: string) => {
    const head = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    return `${head}.${token.split('.')[1]}.`
  }
  it.each<[string, Overrides, string | RegExp]>([
    ['another nonce', { claims: { nonce: 'another' } }, /nonce/],
    ['no nonce', { claims: { nonce: undefined } }, /nonce/],
    ['another audience', { claims: { aud: 'another' } }, /aud/],
    ['another issuer in the token', { claims: { iss: 'https://issuer.example' } }, /iss/],
    ['a token of yesterday', { claims: { iat: 1_700_000_000, exp: 1_700_000_060 } }, /exp/],
    ['a changed token', { idToken: forged }, /signature/],
    ['an unsigned token', { idToken: unsigned }, /alg/],
    ['no token', { idToken: () => '' }, /id_token/],
    ['another issuer on the way back', { back: { iss: 'https://issuer.example' } }, /iss/],
    ['the user info of somebody else', { userinfo: { sub: 'sub-victim' } }, /sub/],
    ['an endless subject', { claims: { sub: 'x'.repeat(256) }, userinfo: { sub: 'x'.repeat(256) } }, /subject/],
    ['another document', { metadata: { issuer: 'https://issuer.example' } }, /issuer/],
    [
      'an internal host in its document',
      { metadata: { token_endpoint: 'http://127.0.0.1:1/token' } },
      /OUTBOUND_NOT_PUBLIC/,
    ],
    ['a script in its document', { metadata: { authorization_endpoint: 'javascript:alert(1)' } }, /only HTTP/],
    ['a cloud in its document', { metadata: { jwks_uri: 'http://169.254.169.254/keys' } }, /OUTBOUND_NOT_PUBLIC/],
    ['a file in its document', { metadata: { token_endpoint: 'file:///etc/passwd' } }, /HTTP/],
    [
      'a huge response',
      { token: (reply) => reply.type('application/json').send(`"${'x'.repeat(2_000_000)}"`) },
      /OUTBOUND_TOO_LARGE/,
    ],
    ['a redirect', { token: (reply) => reply.redirect('https://example.com/') }, /status/],
    [
      'something that is no JSON',
      { token: (reply) => reply.type('application/json').send(`{"access_token": ${secret}`) },
      /pars/,
    ],
    [
      'an error',
      { token: (reply) => reply.code(400).send({ error: 'invalid_grant', error_description: secret }) },
      /invalid_grant/,
    ],
  ])('is rejected with %s, logged without the received values', async (_trick, overrides, reason) => {
    rogue.overrides = overrides
    const end = await browser.open(start)
    expect(end.url.href).toBe(failed('provider_failed'))
    expect(signedIn()).toBe(false)
    expect(reasons()).toEqual([expect.stringMatching(reason)])
    const log = JSON.stringify(world.kernel.logs)
    for (const { searchParams } of browser.visited) {
      // the state has been consumed
      for (const name of ['code', 'nonce']) {
        const value = searchParams.get(name)
        if (value) expect(log).not.toContain(value)
      }
    }
    expect(log).not.toContain(secret)
  })

  it('times out when the provider is slow', async () => {
    rogue.overrides = { token: () => new Promise(() => {}) }
    const callback = await held()
    const end = browser.open(callback)
    while (!rogue.requests.some((path) => path.endsWith('/token')))
      await new Promise((resolve) => setTimeout(resolve, 5))
    await world.kernel.clock.advance(10_000)
    expect((await end).url.href).toBe(failed('provider_failed'))
    expect(reasons()).toEqual([expect.stringContaining('system.OUTBOUND_TIMEOUT')])
  })

  it('creates one account for concurrent first sign-ins', async () => {
    const browsers = [browser, makeBrowser(world.kernel), makeBrowser(world.kernel)]
    await Promise.all(browsers.map((each) => each.open(start)))
    const ids = await Promise.all(
      browsers.map(async (each) => (await each.request('GET', '/api/auth/me')).json().data.user_id),
    )
    expect(new Set(ids).size).toBe(1)
    expect(world.kernel.database.prepare("SELECT username FROM auth_users WHERE role = 'member'").all()).toEqual([
      { username: 'oidc_Rogue' },
    ])
  })

  it('retries a failed discovery', async () => {
    rogue.overrides = { metadata: { issuer: 'https://issuer.example' } }
    expect((await browser.open(start)).url.href).toBe(failed('provider_failed'))
    rogue.overrides = {}
    expect((await browser.open(start)).url.href).toBe(`${site}/`)
    await browser.open(start)
    expect(rogue.requests.filter((path) => path.endsWith('/openid-configuration'))).toHaveLength(2)
  })

  it('builds the callback URL from the configuration, not from the request', async () => {
    const response = await world.kernel.inject({
      url: start,
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        forwarded: 'host=evil.example',
      },
      remoteAddress: '127.0.0.1',
    })
    const to = new URL(String(response.headers.location))
    expect(to.searchParams.get('redirect_uri')).toBe(`${site}/api/auth/oauth/oidc/callback`)
    const callback = await held()
    const { searchParams } = callback
    const back = await world.kernel.inject({
      url: `${callback.pathname}?${searchParams}`,
      headers: { host: 'evil.example', cookie: `oauth_nonce=${browser.cookie('oauth_nonce')}` },
    })
    expect(back.headers.location).toBe('/')
    expect(rogue.received.get('redirect_uri')).toBe(`${site}/api/auth/oauth/oidc/callback`)
  })

  it('redirects to local paths only', async () => {
    const ends: string[] = []
    for (const next of ['//evil.example/', 'https://evil.example/', '/servers?tab=disk#x']) {
      ends.push((await browser.open(`${start}?${new URLSearchParams({ next })}`)).url.href)
    }
    expect(ends).toEqual([`${site}/`, `${site}/`, `${site}/servers?tab=disk#x`])
  })

  it.each(['nobody', '__proto__', 'constructor', 'github', 'OIDC'])('%s is not a provider', async (id) => {
    const program = await world.kernel.inject({ url: `/api/auth/oauth/${id}` })
    expect(program.statusCode).toBe(400)
    expect(program.json().error.code).toBe('BAD_REQUEST')
    const page = await browser.open(`/api/auth/oauth/${id}`)
    expect(page.url.href).toBe(failed('unknown_provider'))
  })

  it('returns JSON errors to API clients', async () => {
    const ask = (url: string, cookie = '') =>
      world.kernel.inject({ url, headers: { cookie, accept: 'application/json' } })
    for (const query of ['', '?code=x', '?state=x', '?state=x&code=y', '?error=access_denied']) {
      expect((await ask(`${start}/callback${query}`)).statusCode).toBe(400)
    }
    rogue.overrides = { claims: { nonce: 'another' } }
    const callback = await held()
    const failure = await ask(callback.pathname + callback.search, `oauth_nonce=${browser.cookie('oauth_nonce')}`)
    expect(failure.statusCode).toBe(502)
    expect(failure.json().error).toEqual({
      code: 'PROVIDER_FAILED',
      message: 'the request to the provider failed',
      details: { code: 'auth.OAUTH_PROVIDER_FAILED' },
    })
  })

  it('limits requests per address', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 302; i += 1) statuses.push((await world.kernel.inject({ url: `${start}/callback` })).statusCode)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })
})
