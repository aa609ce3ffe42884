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

const lostBinding =
  'oauth.base_url is plain http and cookies are marked Secure, so browsers drop them and no sign-in by a provider ' +
  'succeeds: use https, or set auth.secure_cookie = false'

/** Where only public addresses are expected, none other is allowed. */
const trusted = (address: string, publicAddress: string): string | undefined =>
  new URL(address).href === new URL(publicAddress).href ? undefined : new URL(address).host

/** The providers that the operator configured. */
export function builtInProviders({ config, outbound, clock, log, secureCookie }: Deps): OauthProvider[] {
  const { github, google, oidc } = config
  const incomplete = (key: string, missing: string) =>
    log.warn(`oauth.${key}.client_id is set, but oauth.${key}.${missing} is empty: this provider is not offered`)
  const made: OauthProvider[] = []

  if (github.client_id && !github.client_secret) incomplete('github', 'client_secret')
  if (github.client_id && github.client_secret) {
    const { client_id: clientId, client_secret: clientSecret, base_url: baseUrl } = github
    made.push(
      githubProvider({ clientId, clientSecret, baseUrl, trustedHost: trusted(baseUrl, publicGithub) }, outbound),
    )
  }

  const openid = (id: string, title: string, issuer: string, keys: typeof google, scopes: readonly string[]) => {
    const { client_id: clientId, client_secret: clientSecret } = keys
    const trustedHost = trusted(issuer, publicGoogle)
    made.push(openidProvider({ id, title, issuer, clientId, clientSecret, scopes, trustedHost }, { outbound, clock }))
  }
  if (google.client_id && !google.client_secret) incomplete('google', 'client_secret')
  if (google.client_id && google.client_secret) {
    openid('google', 'Google', google.issuer_url, google, ['openid', 'email', 'profile'])
  }
  if (oidc.client_id && !oidc.issuer_url) incomplete('oidc', 'issuer_url')
  if (oidc.client_id && oidc.issuer_url) openid('oidc', oidc.title, oidc.issuer_url, oidc, oidc.scopes)

  if (made.length === 0) return made
  if (config.base_url) {
    const { protocol, hostname } = new URL(config.base_url)
    if (secureCookie && dropsSecureCookies(protocol.slice(0, -1), hostname)) log.warn(lostBinding)
    return made
  }
  const ids = made.map(({ id }) => id).join(', ')
  log.warn(
    `oauth.base_url is empty, so nobody can sign in by ${ids}: set it to the public address of this installation`,
  )
  return []
}
