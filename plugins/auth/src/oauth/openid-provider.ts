import type { Clock } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import type { ClientAuth, Configuration } from 'openid-client'
import type { ForeignFlow, ForeignIdentity, OauthProvider } from '../contract.ts'
import { outboundFetch } from './outbound-fetch.ts'

/** Endpoints move rarely; keys are asked for again by the library whenever an unknown one appears. */
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
  /** the issuer's host, when the operator named it */
  readonly trustedHost: string | undefined
}

interface Deps {
  readonly outbound: Outbound
  readonly clock: Pick<Clock, 'now'>
}

type Library = typeof import('openid-client')
type SecretIn = 'client_secret_basic' | 'client_secret_post'

/** Loaded at the first sign-in, because most installations have no provider. */
const library = (): Promise<Library> => import('openid-client')

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** A provider that speaks OpenID Connect, found by its discovery document. */
export function openidProvider(settings: OpenidSettings, { outbound, clock }: Deps): OauthProvider {
  const { issuer, clientId, clientSecret, scopes, trustedHost } = settings
  let known: { readonly until: number; readonly configuration: Promise<Configuration> } | undefined
  let secretIn: SecretIn | undefined

  /** As a server demands that lists no other way; basic is what it must know when it lists nothing. */
  const clientAuth = (oidc: Library): ClientAuth => {
    if (!clientSecret) return oidc.None()
    const basic = oidc.ClientSecretBasic(clientSecret)
    const post = oidc.ClientSecretPost(clientSecret)
    return (server, client, body, headers) => {
      const ways = server.token_endpoint_auth_methods_supported
      secretIn ??= !ways || ways.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post'
      return (secretIn === 'client_secret_basic' ? basic : post)(server, client, body, headers)
    }
  }

  async function discover(): Promise<Configuration> {
    const oidc = await library()
    const insecure = new URL(issuer).protocol === 'http:'
    return oidc.discovery(new URL(issuer), clientId, {}, clientAuth(oidc), {
      [oidc.customFetch]: outboundFetch(outbound, trustedHost),
      timeout: timeoutSeconds,
      // signatures are checked even though the token came over TLS: the operator may have chosen http
      execute: [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])],
    })
  }

  /** One discovery for all who wait; a failed one is forgotten, so that the next sign-in tries again. */
  function configuration(): Promise<Configuration> {
    if (known && clock.now() < known.until) return known.configuration
    const found = discover()
    const entry = { until: clock.now() + metadataMs, configuration: found }
    known = entry
    found.catch(() => {
      if (known === entry) known = undefined
    })
    return found
  }

  /** Servers list what they know, not what they want of this client: a refused secret may be wanted elsewhere. */
  const otherWay = (config: Configuration, error: unknown): boolean => {
    const { error: refusal, status } = error as { error?: unknown; status?: unknown }
    const ways = config.serverMetadata().token_endpoint_auth_methods_supported
    return (
      (refusal === 'invalid_client' || status === 401) &&
      secretIn === 'client_secret_basic' &&
      ways?.includes('client_secret_post') === true
    )
  }

  async function identityOf(config: Configuration, callback: URL, flow: ForeignFlow): Promise<ForeignIdentity> {
    const oidc = await library()
    const exchange = () =>
      oidc.authorizationCodeGrant(config, callback, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.codeVerifier,
        idTokenExpected: true,
      })
    const tokens = await exchange().catch((error: unknown) => {
      if (!otherWay(config, error)) throw error
      secretIn = 'client_secret_post'
      return exchange()
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('the provider sent no ID token')
    const complete = text(claims.email) && text(claims.name)
    const asked = !complete && config.serverMetadata().userinfo_endpoint
    const more = asked ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {}
    const all: Readonly<Record<string, unknown>> = { ...more, ...claims }
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
