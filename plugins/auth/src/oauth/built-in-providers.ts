import type { Clock, Logger } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import type { OauthProvider } from '../contract.ts'
import { dropsSecureCookies } from '../sessions/session-cookie.ts'
import { githubProvider } from './github-provider.ts'
import { type OauthConfig, publicGithub, publicGoogle } from './oauth-config.ts'
import { openidProvider } from './openid-provider.ts'

interface Deps {
  readonly config: OauthConfig
  readonly outbound: Outbound
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly secureCookie: boolean
}

const droppedCookieWarning =
  'oauth.base_url is plain http but cookies are Secure, so browsers drop them and provider sign-in fails; ' +
  'use https, or set auth.secure_cookie = false'

/** The host of a self-hosted provider, which may be on a private network. Undefined for the public provider. */
const trustedHostOf = (address: string, publicAddress: string): string | undefined =>
  new URL(address).href === new URL(publicAddress).href ? undefined : new URL(address).host

/** The providers in the configuration. */
export function builtInProviders({ config, outbound, clock, log, secureCookie }: Deps): OauthProvider[] {
  const { github, google, oidc } = config
  const warnMissing = (key: string, missing: string) =>
    log.warn(`oauth.${key}.client_id is set, but oauth.${key}.${missing} is empty; the provider is disabled`)
  const providers: OauthProvider[] = []

  if (github.client_id && !github.client_secret) warnMissing('github', 'client_secret')
  if (github.client_id && github.client_secret) {
    const { client_id: clientId, client_secret: clientSecret, base_url: baseUrl } = github
    providers.push(
      githubProvider({ clientId, clientSecret, baseUrl, trustedHost: trustedHostOf(baseUrl, publicGithub) }, outbound),
    )
  }

  const openid = (id: string, title: string, issuer: string, keys: typeof google, scopes: readonly string[]) => {
    const { client_id: clientId, client_secret: clientSecret } = keys
    const trustedHost = trustedHostOf(issuer, publicGoogle)
    providers.push(
      openidProvider({ id, title, issuer, clientId, clientSecret, scopes, trustedHost }, { outbound, clock }),
    )
  }
  if (google.client_id && !google.client_secret) warnMissing('google', 'client_secret')
  if (google.client_id && google.client_secret) {
    openid('google', 'Google', google.issuer_url, google, ['openid', 'email', 'profile'])
  }
  if (oidc.client_id && !oidc.issuer_url) warnMissing('oidc', 'issuer_url')
  if (oidc.client_id && oidc.issuer_url) openid('oidc', oidc.title, oidc.issuer_url, oidc, oidc.scopes)

  if (providers.length === 0) return providers
  if (config.base_url) {
    const { protocol, hostname } = new URL(config.base_url)
    if (secureCookie && dropsSecureCookies(protocol.slice(0, -1), hostname)) log.warn(droppedCookieWarning)
    return providers
  }
  const ids = providers.map(({ id }) => id).join(', ')
  log.warn(
    `oauth.base_url is empty, so sign-in with ${ids} is disabled; set it to the public address of this installation`,
  )
  return []
}
