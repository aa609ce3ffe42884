import { contribute, definePlugin } from '@svc/plugin-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { site } from '../../test/browser.ts'
import { openWorld, type World } from '../../test/world.ts'
import { type OauthProvider, oauthProviders } from '../contract.ts'

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const github = { client_id: 'id', client_secret: 'a-secret-of-the-operator' }
const oidc = { client_id: 'id', issuer_url: 'https://id.example/realms/a' }
const open = async (oauth: object) => {
  world = await openWorld({ config: { oauth } })
  return world
}
const offered = async ({ kernel }: World) => (await kernel.inject('/api/auth/oauth/providers')).json().data
const warnings = ({ kernel }: World) =>
  kernel.logs.filter((record) => Reflect.get(record, 'level') === 'warn').map((record) => Reflect.get(record, 'msg'))

describe('provider configuration', () => {
  it('offers nothing by default and logs nothing', async () => {
    const made = await open({})
    expect(await offered(made)).toEqual({ providers: [], titles: {} })
    expect(warnings(made)).toEqual([])
  })

  it.each([
    [{ base_url: '', github, oidc }, 'oauth.base_url is empty, so sign-in with github, oidc is disabled; '],
    [{ base_url: site, github: { client_id: 'id' } }, 'oauth.github.client_id is set, but oauth.github.client_secret'],
    [{ base_url: site, google: { client_id: 'id' } }, 'oauth.google.client_id is set, but oauth.google.client_secret'],
    [{ base_url: site, oidc: { client_id: 'id' } }, 'oauth.oidc.client_id is set, but oauth.oidc.issuer_url'],
  ])('logs once what is missing in %j', async (oauth, warning) => {
    const made = await open(oauth)
    expect(await offered(made)).toEqual({ providers: [], titles: {} })
    expect(warnings(made)).toEqual([expect.stringContaining(warning)])
  })

  it.each([
    ['http://svc.example', true, 1],
    ['http://svc.example', false, 0],
    ['https://svc.example', true, 0],
    ['http://localhost:9527', true, 0],
  ])('warns when browsers will drop the cookies: %s, Secure %s', async (base_url, secure_cookie, count) => {
    world = await openWorld({ config: { auth: { secure_cookie }, oauth: { base_url, github } } })
    expect((await offered(world)).providers).toEqual(['github'])
    expect(warnings(world)).toHaveLength(count)
  })

  it('uses the configured title', async () => {
    const made = await open({ base_url: site, oidc: { ...oidc, title: 'Company account' } })
    expect(await offered(made)).toEqual({ providers: ['oidc'], titles: { oidc: 'Company account' } })
  })

  it.each([
    ['base_url', 'svc.example'],
    ['base_url', 'ftp://svc.example'],
    ['base_url', 'https://svc.example/?a=b'],
    ['base_url', 'https://svc.example/#a'],
    ['base_url', 'https://me:secret@svc.example'],
    ['oidc.issuer_url', 'https://id.example?tenant=1'],
    ['google.issuer_url', ''],
    ['github.base_url', 'github.example'],
    ['oidc.scopes', ['openid', 'e mail']],
    ['oidc.title', ''],
  ])('rejects oauth.%s = %j by name', async (key, value) => {
    const [group, leaf] = key.split('.') as [string, string | undefined]
    await expect(open(leaf ? { [group]: { [leaf]: value } } : { [group]: value })).rejects.toThrow(`oauth.${key}`)
  })

  it('logs no secret', async () => {
    const made = await open({ base_url: site, github })
    expect(JSON.stringify(made.kernel.logs)).toContain('oauth.github.client_secret')
    expect(JSON.stringify(made.kernel.logs)).not.toContain(github.client_secret)
  })

  it('lists providers of other plugins', async () => {
    const provider: OauthProvider = {
      id: 'corner-shop',
      title: 'Corner shop',
      authorizationUrl: async ({ state }) => new URL(`https://shop.example/?state=${state}`),
      identify: async () => ({ subject: 'me', email: null, displayName: null }),
    }
    const shop = definePlugin({
      id: 'shop',
      setup: () => ({ contributes: contribute(oauthProviders, provider) }),
    })
    world = await openWorld({ config: { oauth: { base_url: site } }, plugins: [shop] })
    expect(await offered(world)).toEqual({ providers: ['corner-shop'], titles: { 'corner-shop': 'Corner shop' } })
    const response = await world.kernel.inject('/api/auth/oauth/corner-shop')
    expect(response.headers.location).toMatch(/^https:\/\/shop\.example\/\?state=/)
  })
})
