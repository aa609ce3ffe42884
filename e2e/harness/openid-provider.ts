import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import type { Page } from 'playwright-core'
import { freePort } from './place.ts'

export const client = { id: 'svc', secret: 'a-client-secret-that-appears-nowhere' }

export interface OpenidProvider {
  readonly issuer: string
  close(): Promise<void>
}

/**
 * A real OpenID provider with its own login form: any name signs in, without a password. Its host name differs from
 * the server's, so that browsers treat the two as different sites.
 */
export async function startOpenidProvider(redirectUri: () => string): Promise<OpenidProvider> {
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri()],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['only for tests'] },
    pkce: { required: () => true },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: `${id} Example` }),
    }),
  })
  const server = createServer(provider.callback())
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return {
    issuer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Fills in the provider's forms: sign-in and consent. */
export async function identifyAs(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}
