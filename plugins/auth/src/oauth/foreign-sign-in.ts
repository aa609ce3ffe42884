import { addressKey, type Logger, type Principal, type Registry } from '@svc/plugin-sdk'
import type { ForeignIdentity, OauthProvider } from '../contract.ts'
import type { Visitor } from '../sessions/sessions.ts'
import { hashToken, makeToken } from '../token.ts'
import { failureReason } from './failure-reason.ts'
import type { Entered, ForeignEntry } from './foreign-entry.ts'
import { soundIdentity } from './foreign-identity.ts'
import type { LinkedAccounts } from './linked-accounts.ts'
import { OauthFailure } from './oauth-failure.ts'
import type { LinkFor, PendingFlow, PendingFlows } from './pending-flows.ts'

interface Deps {
  /** `oauth.base_url` */
  readonly baseUrl: string
  readonly providers: Registry<OauthProvider>
  readonly flows: PendingFlows
  readonly entry: ForeignEntry
  readonly accounts: Pick<LinkedAccounts, 'link'>
  readonly log: Logger
}

export interface Begin {
  readonly provider: string
  readonly next: string | undefined
  readonly link: LinkFor | undefined
  /** the browser's binding cookie */
  readonly cookie: string | undefined
  readonly ip: string
}

export interface Return {
  readonly provider: string
  /** what the provider sent the browser back with */
  readonly query: URLSearchParams
  readonly cookie: string | undefined
  readonly principal: Principal | undefined
  readonly visitor: Visitor
}

/** How it ended. */
export type Ended =
  | { readonly kind: 'entered'; readonly entered: Entered; readonly next: string | undefined }
  | { readonly kind: 'linked' }

/** The way to a provider and back. */
export function makeForeignSignIn({ baseUrl, providers, flows, entry, accounts, log }: Deps) {
  const root = baseUrl.replace(/\/+$/, '')

  function providerOf(id: string, linking = false): OauthProvider {
    const provider = root ? providers.get(id) : undefined
    if (!provider) throw new OauthFailure('unknown_provider', linking)
    return provider
  }

  /** Only from the configuration, because whatever a request says can be said by anybody. As a URL spells it. */
  const redirectUri = (id: string): string => new URL(`${root}/api/auth/oauth/${id}/callback`).href

  async function asked<T>(provider: string, linking: boolean, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      log.warn({ provider, reason: failureReason(error) }, 'a provider could not be asked who somebody is')
      throw new OauthFailure('provider_failed', linking)
    }
  }

  async function identify(flow: PendingFlow, query: URLSearchParams): Promise<ForeignIdentity> {
    const linking = flow.link !== undefined
    const provider = providerOf(flow.provider, linking)
    const refusal = query.get('error')
    if (refusal !== null) {
      const code = /^[a-z_]{1,64}$/.test(refusal) ? refusal : 'unknown'
      if (code !== 'access_denied') log.warn({ provider: provider.id, reason: code }, 'a provider refused a sign-in')
      throw new OauthFailure('denied', linking)
    }
    const callback = new URL(flow.foreign.redirectUri)
    callback.search = query.toString()
    return asked(provider.id, linking, async () => soundIdentity(await provider.identify(callback, flow.foreign)))
  }

  async function finish(flow: PendingFlow, { query, principal, visitor }: Return): Promise<Ended> {
    const identity = await identify(flow, query)
    const { link, provider, next } = flow
    if (!link) return { kind: 'entered', entered: await entry(provider, identity, visitor), next }
    // somebody else has signed in here since, and would be shown a link that is not theirs
    if (principal && principal.userId !== link.userId) throw new OauthFailure('not_signed_in', true)
    accounts.link(link, provider, identity, visitor.ip)
    return { kind: 'linked' }
  }

  return {
    /** The providers that people can sign in by. */
    offered: (): readonly OauthProvider[] => (root ? providers.all() : []),

    /** Where to send the browser, and its binding cookie. */
    async begin({ provider: id, next, link, cookie, ip }: Begin): Promise<{ location: URL; binding: string }> {
      const provider = providerOf(id, link !== undefined)
      const foreign = {
        redirectUri: redirectUri(id),
        state: makeToken(),
        nonce: makeToken(),
        codeVerifier: makeToken(),
      }
      const location = await asked(id, link !== undefined, () => provider.authorizationUrl(foreign))
      const binding = cookie !== undefined && flows.underWay(cookie) ? cookie : makeToken()
      flows.start({ provider: id, foreign, next, link, from: addressKey(ip), binding: hashToken(binding) as string })
      return { location, binding }
    },

    async complete(back: Return): Promise<Ended> {
      const state = back.query.get('state') ?? ''
      try {
        const flow = flows.resume(state, back.provider, back.cookie)
        if (!back.query.get('error') && !back.query.get('code')) {
          throw new OauthFailure('expired', flow.link !== undefined)
        }
        return await finish(flow, back)
      } finally {
        flows.end(state)
      }
    },
  }
}
export type ForeignSignIn = ReturnType<typeof makeForeignSignIn>
