import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type ClientMetadata } from 'oidc-provider'
import { type Browser, type Page, site } from './browser.ts'

export const client = { id: 'svc', secret: 'the-secret-of-the-client-0123456789' }

export interface OpenidServer {
  readonly issuer: string
  /** Signs in on the login page and consents; returns the final page. */
  signIn(browser: Browser, page: Page, login: string, until?: RegExp): Promise<Page>
  /** Denies on the login page. */
  refuse(browser: Browser, page: Page): Promise<Page>
  close(): Promise<void>
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }

/** A certified OpenID provider on this machine. Signing in as NAME gives the subject `sub-NAME`. */
export async function openOpenidServer(metadata: Partial<ClientMetadata> = {}): Promise<OpenidServer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: ['oidc', 'google'].map((id) => `${site}/api/auth/oauth/${id}/callback`),
        ...metadata,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: [randomUUID()] },
    jwks: { keys: [key] },
    // the defaults work, but log warnings
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, name: id.slice(4), email: `${id.slice(4)}@example.com`, email_verified: true }),
    }),
  })
  server.on('request', provider.callback())

  return {
    issuer,
    async signIn(browser, first, login, until) {
      let page = first
      for (let steps = 0; steps < 4 && page.url.origin === issuer && page.status === 200; steps += 1) {
        const action = /action="([^"]+)"/.exec(page.body)?.[1]
        const prompt = /name="prompt" value="([^"]+)"/.exec(page.body)?.[1]
        if (!action || !prompt) throw new Error(`no form on ${page.url.href}: ${page.body}`)
        const form = { prompt, login: `sub-${login}`, password: 'x' }
        page = await browser.open(new URL(action, page.url), { form, from: page.url, ...(until && { until }) })
      }
      return page
    },
    async refuse(browser, page) {
      const abort = /href="([^"]+\/abort)"/.exec(page.body)?.[1]
      if (!abort) throw new Error(`nothing to refuse on ${page.url.href}: ${page.body}`)
      return browser.open(new URL(abort, page.url), { from: page.url })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
