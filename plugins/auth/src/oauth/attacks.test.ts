import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, makeBrowser, site } from '../../test/browser.ts'
import { type Door, openDoor } from '../../test/door.ts'
import { openRogueIssuer, type RogueIssuer, type Tricks } from '../../test/rogue-issuer.ts'

let rogue: RogueIssuer
let door: Door
let browser: Browser
const start = '/api/auth/oauth/oidc'
const secret = 'a-client-secret-that-must-not-be-kept'

beforeEach(async () => {
  rogue = await openRogueIssuer()
  const keys = { issuer_url: rogue.issuer, client_id: 'svc', client_secret: secret }
  const oauth = { base_url: `${site}/`, allow_registration: true, oidc: keys, google: keys }
  door = await openDoor({ config: { oauth } })
  browser = makeBrowser(door.kernel)
})
afterEach(async () => {
  await door.close()
  await rogue.close()
})

const warnings = () => door.kernel.logs.filter((record) => Reflect.get(record, 'reason') !== undefined)
const reasons = () => warnings().map((record) => String(Reflect.get(record, 'reason')))
const signedIn = () => browser.cookie('session_token') !== undefined
/** The callback address that the issuer answered with, before the browser goes there. */
const held = async (path = start) => (await browser.open(path, { until: /\/callback\?/ })).url
const failed = (key: string) => `${site}/login?oauth_error=${key}`

describe('a sign-in at a provider', () => {
  it('works with an honest one', async () => {
    expect((await browser.open(start)).url.href).toBe(`${site}/`)
    expect(signedIn()).toBe(true)
  })

  it('uses a state once', async () => {
    const callback = await held()
    await browser.open(callback)
    const again = makeBrowser(door.kernel)
    again.setCookie('oauth_nonce', 'x'.repeat(43))
    expect((await again.open(callback)).url.href).toBe(failed('expired'))
    expect(again.cookie('session_token')).toBeUndefined()
  })

  it('uses a state once even when it comes twice at the same moment', async () => {
    const callback = await held()
    const nonce = browser.cookie('oauth_nonce') as string
    const other = makeBrowser(door.kernel)
    other.setCookie('oauth_nonce', nonce)
    const ends = await Promise.all([browser.open(callback), other.open(callback)])
    expect(ends.map(({ url }) => url.href).sort()).toEqual([`${site}/`, failed('expired')])
  })

  it('forgets a state after ten minutes', async () => {
    const callback = await held()
    await door.kernel.clock.advance(600_000)
    expect((await browser.open(callback)).url.href).toBe(failed('expired'))
  })

  it.each([undefined, 'x'.repeat(43), '', 'short'])(
    'belongs to the browser that started it, not one with %j',
    async (value) => {
      const callback = await held()
      const victim = makeBrowser(door.kernel)
      if (value !== undefined) victim.setCookie('oauth_nonce', value)
      expect((await victim.open(callback)).url.href).toBe(failed('other_browser'))
      // and is over for the one that started it
      expect((await browser.open(callback)).url.href).toBe(failed('expired'))
      expect(signedIn()).toBe(false)
    },
  )

  it('belongs to the provider that started it', async () => {
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
  it.each<[string, Tricks, string | RegExp]>([
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
    ['an internal host in its document', { metadata: { token_endpoint: 'http://127.0.0.1:1/token' } }, /not a public/],
    ['a script in its document', { metadata: { authorization_endpoint: 'javascript:alert(1)' } }, /only HTTP/],
    ['a cloud in its document', { metadata: { jwks_uri: 'http://169.254.169.254/keys' } }, /not a public/],
    ['a file in its document', { metadata: { token_endpoint: 'file:///etc/passwd' } }, /HTTP/],
    [
      'a huge answer',
      { token: (reply) => reply.type('application/json').send(`"${'x'.repeat(2_000_000)}"`) },
      /MiB|bytes|large|long/,
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
  ])('is refused with %s, logged without what was received', async (_trick, tricks, reason) => {
    rogue.tricks = tricks
    const end = await browser.open(start)
    expect(end.url.href).toBe(failed('provider_failed'))
    expect(signedIn()).toBe(false)
    expect(reasons()).toEqual([expect.stringMatching(reason)])
    const log = JSON.stringify(door.kernel.logs)
    for (const { searchParams } of browser.trail) {
      // a state is used up by then
      for (const name of ['code', 'nonce']) {
        const value = searchParams.get(name)
        if (value) expect(log).not.toContain(value)
      }
    }
    expect(log).not.toContain(secret)
  })

  it('does not wait for a slow provider for ever', async () => {
    rogue.tricks = { token: () => new Promise(() => {}) }
    const callback = await held()
    const end = browser.open(callback)
    while (!rogue.asked.some((path) => path.endsWith('/token'))) await new Promise((resolve) => setTimeout(resolve, 5))
    await door.kernel.clock.advance(10_000)
    expect((await end).url.href).toBe(failed('provider_failed'))
    expect(reasons()).toEqual([expect.stringContaining('did not respond within')])
  })

  it('creates one account for somebody who arrives twice at the same moment', async () => {
    const browsers = [browser, makeBrowser(door.kernel), makeBrowser(door.kernel)]
    await Promise.all(browsers.map((each) => each.open(start)))
    const ids = await Promise.all(
      browsers.map(async (each) => (await each.ask('GET', '/api/auth/me')).json().data.user_id),
    )
    expect(new Set(ids).size).toBe(1)
    expect(door.kernel.database.prepare("SELECT username FROM auth_users WHERE role = 'member'").all()).toEqual([
      { username: 'oidc_Rogue' },
    ])
  })

  it('tries the discovery again after it failed', async () => {
    rogue.tricks = { metadata: { issuer: 'https://issuer.example' } }
    expect((await browser.open(start)).url.href).toBe(failed('provider_failed'))
    rogue.tricks = {}
    expect((await browser.open(start)).url.href).toBe(`${site}/`)
    await browser.open(start)
    expect(rogue.asked.filter((path) => path.endsWith('/openid-configuration'))).toHaveLength(2)
  })

  it('builds the callback from the configuration, whatever the request says', async () => {
    const answer = await door.kernel.inject({
      url: start,
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        forwarded: 'host=evil.example',
      },
      remoteAddress: '127.0.0.1',
    })
    const to = new URL(String(answer.headers.location))
    expect(to.searchParams.get('redirect_uri')).toBe(`${site}/api/auth/oauth/oidc/callback`)
    const callback = await held()
    const { searchParams } = callback
    const back = await door.kernel.inject({
      url: `${callback.pathname}?${searchParams}`,
      headers: { host: 'evil.example', cookie: `oauth_nonce=${browser.cookie('oauth_nonce')}` },
    })
    expect(back.headers.location).toBe('/')
    expect(rogue.received.get('redirect_uri')).toBe(`${site}/api/auth/oauth/oidc/callback`)
  })

  it('goes nowhere else in the end', async () => {
    const ends: string[] = []
    for (const next of ['//evil.example/', 'https://evil.example/', '/servers?tab=disk#x']) {
      ends.push((await browser.open(`${start}?${new URLSearchParams({ next })}`)).url.href)
    }
    expect(ends).toEqual([`${site}/`, `${site}/`, `${site}/servers?tab=disk#x`])
  })

  it.each(['nobody', '__proto__', 'constructor', 'github', 'OIDC'])('knows no provider %s', async (id) => {
    const program = await door.kernel.inject({ url: `/api/auth/oauth/${id}` })
    expect(program.statusCode).toBe(400)
    expect(program.json().error.code).toBe('BAD_REQUEST')
    const page = await browser.open(`/api/auth/oauth/${id}`)
    expect(page.url.href).toBe(failed('unknown_provider'))
  })

  it('answers programs with errors instead of pages', async () => {
    const ask = (url: string, cookie = '') =>
      door.kernel.inject({ url, headers: { cookie, accept: 'application/json' } })
    for (const query of ['', '?code=x', '?state=x', '?state=x&code=y', '?error=access_denied']) {
      expect((await ask(`${start}/callback${query}`)).statusCode).toBe(400)
    }
    rogue.tricks = { claims: { nonce: 'another' } }
    const callback = await held()
    const failure = await ask(callback.pathname + callback.search, `oauth_nonce=${browser.cookie('oauth_nonce')}`)
    expect(failure.statusCode).toBe(502)
    expect(failure.json().error).toEqual({ code: 'PROVIDER_FAILED', message: expect.any(String) })
  })

  it('refuses a flood from one address', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 302; i += 1) statuses.push((await door.kernel.inject({ url: `${start}/callback` })).statusCode)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })
})
