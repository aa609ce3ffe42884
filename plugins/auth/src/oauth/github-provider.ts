import type { Outbound } from '@svc/plugin-system/contract'
import type { Configuration, CustomFetch } from 'openid-client'
import type { OauthProvider } from '../contract.ts'
import { publicGithub } from './oauth-config.ts'
import { outboundFetch } from './outbound-fetch.ts'

export interface GithubSettings {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** the host of `baseUrl`, when the operator named it */
  readonly trustedHost: string | undefined
}

interface Email {
  readonly email?: unknown
  readonly primary?: unknown
  readonly verified?: unknown
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Where the API of a GitHub is: beside the site where GitHub runs it, inside of it elsewhere. */
export function githubApi(base: string): string {
  const { protocol, host } = new URL(base)
  const run = new URL(base).href === new URL(publicGithub).href || host.endsWith('.ghe.com')
  return run ? `${protocol}//api.${host}` : `${base}/api/v3`
}

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** GitHub refuses with status 200, which the library would take for a token that is missing. */
const honest =
  (fetched: CustomFetch): CustomFetch =>
  async (url, options) => {
    const answer = await fetched(url, options)
    const body = await answer.text()
    const refusal = (parsed(body) as { error?: unknown } | undefined)?.error
    const status = answer.status === 200 && typeof refusal === 'string' ? 400 : answer.status
    return new Response(body, { status, headers: answer.headers })
  }

/** GitHub, GitHub Enterprise, and what speaks like them: plain OAuth, and an API that knows who the user is. */
export function githubProvider(settings: GithubSettings, outbound: Outbound): OauthProvider {
  const base = settings.baseUrl.replace(/\/+$/, '')
  const api = githubApi(base)
  const { clientId, clientSecret, trustedHost } = settings
  let known: Promise<Configuration> | undefined

  async function configure(): Promise<Configuration> {
    const oauth = await import('openid-client')
    const server = {
      // as it names itself in what it sends back
      issuer: `${base}/login/oauth`,
      authorization_endpoint: `${base}/login/oauth/authorize`,
      token_endpoint: `${base}/login/oauth/access_token`,
    }
    const configuration = new oauth.Configuration(server, clientId, {}, oauth.ClientSecretPost(clientSecret))
    configuration[oauth.customFetch] = honest(outboundFetch(outbound, trustedHost))
    if (base.startsWith('http:')) oauth.allowInsecureRequests(configuration)
    return configuration
  }
  const configuration = () => {
    known ??= configure()
    return known
  }

  async function ask(path: string, token: string): Promise<{ status: number; body: unknown }> {
    const { status, body } = await outbound.request(`${api}${path}`, {
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        // requests without one are refused
        'user-agent': 'svc-server',
      },
      ...(trustedHost !== undefined && { trustedHost }),
    })
    return { status, body: status === 200 ? parsed(body.toString('utf8')) : undefined }
  }

  /** Null when the application may not see addresses, or none of them is confirmed. */
  async function primaryEmail(token: string): Promise<string | null> {
    const { body } = await ask('/user/emails', token)
    const all: readonly Email[] = Array.isArray(body) ? body : []
    return text(all.find((each) => each?.primary === true && each.verified === true)?.email)
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
      const { status, body } = await ask('/user', token)
      const user = (body ?? {}) as Readonly<Record<string, unknown>>
      // a number: names can be given up and taken by somebody else
      if (!Number.isSafeInteger(user.id)) throw new Error(`the user API answered ${status} without an id`)
      return {
        subject: String(user.id),
        email: await primaryEmail(token),
        displayName: text(user.login) ?? text(user.name),
      }
    },
  }
}
