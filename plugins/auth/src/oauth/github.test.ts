import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, makeBrowser, site } from '../../test/browser.ts'
import { application, type GithubServer, openGithubServer } from '../../test/github-server.ts'
import { openWorld, storedText, type World } from '../../test/world.ts'
import { githubApi } from './github-provider.ts'

let github: GithubServer
let world: World
let browser: Browser
const start = '/api/auth/oauth/github'

const open = async (more: object = {}) => {
  const keys = { ...application, base_url: `${github.baseUrl}/`, ...more }
  world = await openWorld({ config: { oauth: { base_url: site, allow_registration: true, github: keys } } })
  browser = makeBrowser(world.kernel)
}
const me = async () => (await browser.request('GET', '/api/auth/me')).json().data
const accounts = async () => (await browser.request('GET', '/api/auth/oauth/accounts')).json().data
const again = () => {
  browser = makeBrowser(world.kernel)
  return browser.open(start)
}

it.each([
  ['https://github.com', 'https://api.github.com'],
  ['https://octocorp.ghe.com', 'https://api.octocorp.ghe.com'],
  ['https://git.example/hub', 'https://git.example/hub/api/v3'],
  ['http://10.0.0.1:8080', 'http://10.0.0.1:8080/api/v3'],
])('finds the API of %s', (base, api) => {
  expect(githubApi(base)).toBe(api)
})

describe('GitHub sign-in', () => {
  beforeEach(async () => {
    github = await openGithubServer()
    await open()
  })
  afterEach(async () => {
    await world.close()
    await github.close()
  })

  it('requests the needed scopes, with PKCE', async () => {
    expect((await browser.open(start)).url.href).toBe(`${site}/`)
    expect(Object.fromEntries(github.requests[0] as URLSearchParams)).toEqual({
      client_id: application.client_id,
      response_type: 'code',
      redirect_uri: `${site}${start}/callback`,
      scope: 'read:user user:email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(github.calls).toEqual(['GET /api/v3/user svc-server', 'GET /api/v3/user/emails svc-server'])
  })

  it('identifies users by id, not by login', async () => {
    await browser.open(start)
    const { user_id: id, username } = await me()
    expect(username).toBe('github_octocat')
    expect(await accounts()).toMatchObject([
      { provider_user_id: '583231', email: 'octocat@example.com', display_name: 'octocat' },
    ])
    github.user = { id: 583_231, login: 'renamed' }
    await again()
    expect((await me()).user_id).toBe(id)
    expect(await accounts()).toMatchObject([{ provider_user_id: '583231', display_name: 'renamed' }])
    github.user = { id: 1, login: 'octocat' }
    await again()
    const taker = await me()
    expect(taker.user_id).not.toBe(id)
    expect(taker.username).toMatch(/^github_octocat_[0-9a-f]{6}$/)
  })

  it.each([
    ['none is primary', 200, [{ email: 'a@example.com', primary: false, verified: true }]],
    ['it is not confirmed', 200, [{ email: 'a@example.com', primary: true, verified: false }]],
    ['addresses may not be seen', 403, { message: 'Resource not accessible' }],
    ['there is nonsense', 200, { a: 1 }],
    ['there is worse nonsense', 200, [null, 1, 'x', { email: 1, primary: true, verified: true }]],
  ])('ignores email addresses when %s', async (_why, status, emails) => {
    github.emailsStatus = status
    github.emails = emails
    expect((await browser.open(start)).url.href).toBe(`${site}/`)
    expect(await accounts()).toMatchObject([{ email: null }])
  })

  it.each([
    ['Ада', 'github_a', 'github_a'],
    ['x'.repeat(300), null, `github_${'x'.repeat(50)}`],
    ['a\u202Eb\u0000', null, 'github_ab'],
    ['Ада', null, 'github_user'],
    ['\u200B', null, 'github_user'],
  ])('derives a username from %j', async (login, email, username) => {
    github.user = { id: 7, login }
    github.emails = email ? [{ email: 'a@example.com', primary: true, verified: true }] : []
    await browser.open(start)
    expect((await me()).username).toBe(username)
  })

  it.each([{ login: 'octocat' }, { id: '583231' }, { id: 1.5 }, { id: null }, [], 'x'])(
    'does not take %j for a user',
    async (user) => {
      github.user = user as object
      expect((await browser.open(start)).url.href).toBe(`${site}/login?oauth_error=provider_failed`)
      expect(browser.cookie('session_token')).toBeUndefined()
    },
  )

  it('logs a configuration error without the secret', async () => {
    await world.close()
    await open({ client_secret: 'a-wrong-secret-of-the-client' })
    expect((await browser.open(start)).url.href).toBe(`${site}/login?oauth_error=provider_failed`)
    expect(JSON.stringify(world.kernel.logs)).toContain('incorrect_client_credentials')
    expect(storedText(world.kernel)).not.toContain('a-wrong-secret-of-the-client')
  })
})
