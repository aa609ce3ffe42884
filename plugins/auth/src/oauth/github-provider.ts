import type { Outbound } from '@svc/plugin-system/contract'
import type { Configuration, CustomFetch } from 'openid-client'
import type { OauthProvider } from '../contract.ts'
import { publicGithub } from './oauth-config.ts'
import { outboundFetch } from './outbound-fetch.ts'

export interface GithubSettings {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** the host of `baseUrl`, if it is self-hosted */
  readonly trustedHost: string | undefined
}

interface Email {
  readonly email?: unknown
  readonly primary?: unknown
  readonly verified?: unknown
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Base URL of the REST API: a subdomain on github.com and ghe.com, a path on GitHub Enterprise Server. */
export function githubApi(base: string): string {
  const { protocol, host } = new URL(base)
  const isHostedByGithub = new URL(base).href === new URL(publicGithub).href || host.endsWith('.ghe.com')
  return isHostedByGithub ? `${protocol}//api.${host}` : `${base}/api/v3`
}

const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** GitHub returns errors with status 200, which the library would report as a missing token. Turns them into 400. */
const withErrorStatus =
  (fetch: CustomFetch): CustomFetch =>
  async (url, options) => {
    const response = await fetch(url, options)
    const body = await response.text()
    const errorCode = (parseJson(body) as { error?: unknown } | undefined)?.error
    const status = response.status === 200 && typeof errorCode === 'string' ? 400 : response.status
    return new Response(body, { status, headers: response.headers })
  }

/** GitHub, GitHub Enterprise and compatible servers: plain OAuth, with the identity from the REST API. */
export function githubProvider(settings: GithubSettings, outbound: Outbound): OauthProvider {
  const base = settings.baseUrl.replace(/\/+$/, '')
  const api = githubApi(base)
  const { clientId, clientSecret, trustedHost } = settings
  let cachedConfiguration: Promise<Configuration> | undefined

  async function configure(): Promise<Configuration> {
    const oauth = await import('openid-client')
    const server = {
      // the `iss` that GitHub sends to the callback
      issuer: `${base}/login/oauth`,
      authorization_endpoint: `${base}/login/oauth/authorize`,
      token_endpoint: `${base}/login/oauth/access_token`,
    }
    const configuration = new oauth.Configuration(server, clientId, {}, oauth.ClientSecretPost(clientSecret))
    configuration[oauth.customFetch] = withErrorStatus(outboundFetch(outbound, trustedHost))
    if (base.startsWith('http:')) oauth.allowInsecureRequests(configuration)
    return configuration
  }
  const configuration = () => {
    cachedConfiguration ??= configure()
    return cachedConfiguration
  }

  async function requestApi(path: string, token: string): Promise<{ status: number; body: unknown }> {
    const { status, body } = await outbound.request(`${api}${path}`, {
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        // the API rejects requests without it
        'user-agent': 'svc-server',
      },
      ...(trustedHost !== undefined && { trustedHost }),
    })
    return { status, body: status === 200 ? parseJson(body.toString('utf8')) : undefined }
  }

  /** Null if the app has no access to addresses, or none is verified. */
  async function primaryEmail(token: string): Promise<string | null> {
    const { body } = await requestApi('/user/emails', token)
    const emails: readonly Email[] = Array.isArray(body) ? body : []
    return text(emails.find((email) => email?.primary === true && email.verified === true)?.email)
  }

  return {
    id: 'github',
    title: 'GitHub',
    async authorizationUrl(flow) {
      const [oauth, config] = await Promise.all([import('openid-client'), configuration()])
      return oauth.buildAuthorizationUrl(config, {
        redirect_uri: flow.redirectUri,
        scope: 'read:user user:email',
        state: flow.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
      })
    },
    async identify(callback, flow) {
      const [oauth, config] = await Promise.all([import('openid-client'), configuration()])
      const { access_token: token } = await oauth.authorizationCodeGrant(config, callback, {
        expectedState: flow.state,
        pkceCodeVerifier: flow.codeVerifier,
      })
      const { status, body } = await requestApi('/user', token)
      const user = (body ?? {}) as Readonly<Record<string, unknown>>
      // the numeric id, because logins can be renamed and reused
      if (!Number.isSafeInteger(user.id)) throw new Error(`the user API returned status ${status} without an id`)
      return {
        subject: String(user.id),
        email: await primaryEmail(token),
        displayName: text(user.login) ?? text(user.name),
      }
    },
  }
}
