import type { Clock } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import type { ClientAuth, Configuration } from 'openid-client'
import type { ExternalIdentity, OauthFlow, OauthProvider } from '../contract.ts'
import { outboundFetch } from './outbound-fetch.ts'

/** Endpoints rarely change. The library refetches keys itself when it meets an unknown one. */
const metadataMs = 3_600_000
const timeoutSeconds = 10

export interface OpenidSettings {
  readonly id: string
  readonly title: string
  readonly issuer: string
  readonly clientId: string
  /** empty for a public client */
  readonly clientSecret: string
  readonly scopes: readonly string[]
  /** the host of the issuer, if it is self-hosted */
  readonly trustedHost: string | undefined
}

interface Deps {
  readonly outbound: Outbound
  readonly clock: Pick<Clock, 'now'>
}

type Library = typeof import('openid-client')
type SecretMethod = 'client_secret_basic' | 'client_secret_post'

/** Loaded at the first sign-in, because most installations have no provider. */
const library = (): Promise<Library> => import('openid-client')

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** An OpenID Connect provider with a discovery document. */
export function openidProvider(settings: OpenidSettings, { outbound, clock }: Deps): OauthProvider {
  const { issuer, clientId, clientSecret, scopes, trustedHost } = settings
  let cached: { readonly until: number; readonly configuration: Promise<Configuration> } | undefined
  let secretMethod: SecretMethod | undefined

  /** Prefers client_secret_basic, the default of the standard, unless the server lists other methods only. */
  const clientAuth = (oidc: Library): ClientAuth => {
    if (!clientSecret) return oidc.None()
    const basic = oidc.ClientSecretBasic(clientSecret)
    const post = oidc.ClientSecretPost(clientSecret)
    return (server, client, body, headers) => {
      const methods = server.token_endpoint_auth_methods_supported
      secretMethod ??=
        !methods || methods.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post'
      return (secretMethod === 'client_secret_basic' ? basic : post)(server, client, body, headers)
    }
  }

  async function discover(): Promise<Configuration> {
    const oidc = await library()
    const insecure = new URL(issuer).protocol === 'http:'
    return oidc.discovery(new URL(issuer), clientId, {}, clientAuth(oidc), {
      [oidc.customFetch]: outboundFetch(outbound, trustedHost),
      timeout: timeoutSeconds,
      // verify signatures always, because the configured issuer may use plain http
      execute: [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])],
    })
  }

  /** Shares one discovery between concurrent sign-ins. Failures are not cached. */
  function configuration(): Promise<Configuration> {
    if (cached && clock.now() < cached.until) return cached.configuration
    const discovered = discover()
    const entry = { until: clock.now() + metadataMs, configuration: discovered }
    cached = entry
    discovered.catch(() => {
      if (cached === entry) cached = undefined
    })
    return discovered
  }

  /** Some servers list client_secret_basic but require client_secret_post for this client. Retry once with the latter. */
  const shouldRetryWithPost = (config: Configuration, error: unknown): boolean => {
    const { error: errorCode, status } = error as { error?: unknown; status?: unknown }
    const methods = config.serverMetadata().token_endpoint_auth_methods_supported
    return (
      (errorCode === 'invalid_client' || status === 401) &&
      secretMethod === 'client_secret_basic' &&
      methods?.includes('client_secret_post') === true
    )
  }

  async function identityOf(config: Configuration, callback: URL, flow: OauthFlow): Promise<ExternalIdentity> {
    const oidc = await library()
    const exchange = () =>
      oidc.authorizationCodeGrant(config, callback, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.codeVerifier,
        idTokenExpected: true,
      })
    const tokens = await exchange().catch((error: unknown) => {
      if (!shouldRetryWithPost(config, error)) throw error
      secretMethod = 'client_secret_post'
      return exchange()
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('the provider sent no ID token')
    const complete = text(claims.email) && text(claims.name)
    const userinfoEndpoint = !complete && config.serverMetadata().userinfo_endpoint
    const userinfo = userinfoEndpoint ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {}
    const all: Readonly<Record<string, unknown>> = { ...userinfo, ...claims }
    return {
      subject: claims.sub,
      email: all.email_verified === false ? null : text(all.email),
      displayName: text(all.name) ?? text(all.preferred_username),
    }
  }

  return {
    id: settings.id,
    title: settings.title,
    async authorizationUrl(flow) {
      const [oidc, config] = await Promise.all([library(), configuration()])
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: flow.redirectUri,
        scope: [...new Set(['openid', ...scopes])].join(' '),
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
      })
    },
    async identify(callback, flow) {
      const config = await configuration()
      return identityOf(config, callback, flow)
    },
  }
}
