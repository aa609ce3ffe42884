import { addressKey, type Logger, type Principal, type Registry } from '@svc/plugin-sdk'
import type { ExternalIdentity, OauthProvider } from '../contract.ts'
import type { Visitor } from '../sessions/visitor.ts'
import { hashToken, makeToken } from '../token.ts'
import type { IdentitySignIn, IdentitySignInResult } from './identity-sign-in.ts'
import type { LinkedAccounts } from './linked-accounts.ts'
import { OauthError } from './oauth-error.ts'
import type { LinkOwner, PendingFlow, PendingFlows } from './pending-flows.ts'

const maxReasonLength = 300

/** Errors of the library and of outbound requests. Their messages are fixed texts without received data. */
const safeErrors = new Set(['ClientError', 'OperationProcessingError', 'UnsupportedOperationError', 'OutboundError'])

/** OAuth error codes such as `invalid_client`; a provider could send anything instead. */
const errorCodePattern = /^[a-z_]{1,64}$/

/**
 * Loggable reason why a request to a provider failed. Responses may contain codes, tokens and other secrets, so only
 * well-known error codes of them are logged.
 */
function failureReason(error: unknown): string {
  const reasons: string[] = []
  for (let current = error; current instanceof Error && reasons.length < 4; current = current.cause) {
    const code: unknown = Reflect.get(current, 'error')
    if (current === error || safeErrors.has(current.name)) reasons.push(current.message)
    if (typeof code === 'string' && errorCodePattern.test(code)) reasons.push(code)
  }
  return reasons.join(': ').slice(0, maxReasonLength) || 'unknown'
}

/** Strips invisible characters and limits the length. */
const sanitizeText = (text: unknown, maxLength: number): string | null => {
  if (typeof text !== 'string') return null
  const clean = text
    .slice(0, 4 * maxLength)
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
  return Array.from(clean).slice(0, maxLength).join('') || null
}

/** Makes an identity safe to store and show. Throws without a usable subject. */
function sanitizeIdentity({ subject, email, displayName }: ExternalIdentity): ExternalIdentity {
  // compared exactly, so it must not be altered
  if (typeof subject !== 'string' || subject === '' || subject.length > 255 || /[\p{Cc}\p{Surrogate}]/u.test(subject)) {
    throw new Error('the provider sent no usable subject')
  }
  return { subject, email: sanitizeText(email, 320), displayName: sanitizeText(displayName, 256) }
}

interface Deps {
  /** `oauth.base_url` */
  readonly baseUrl: string
  readonly providers: Registry<OauthProvider>
  readonly flows: PendingFlows
  readonly signInIdentity: IdentitySignIn
  readonly accounts: Pick<LinkedAccounts, 'link'>
  readonly log: Logger
}

export interface BeginRequest {
  readonly provider: string
  readonly next: string | undefined
  readonly link: LinkOwner | undefined
  /** the browser's binding cookie */
  readonly cookie: string | undefined
  /** the browser's session cookie */
  readonly formerToken: string | undefined
  readonly ip: string
}

export interface CallbackRequest {
  readonly provider: string
  /** query parameters of the callback */
  readonly query: URLSearchParams
  readonly cookie: string | undefined
  readonly principal: Principal | undefined
  readonly visitor: Visitor
}

export type OauthResult =
  | { readonly kind: 'signed_in'; readonly signIn: IdentitySignInResult; readonly next: string | undefined }
  | { readonly kind: 'linked' }

/** OAuth flows: the redirect to a provider and its callback. */
export function makeOauthSignIn({ baseUrl, providers, flows, signInIdentity, accounts, log }: Deps) {
  const baseUrlWithoutSlash = baseUrl.replace(/\/+$/, '')

  function providerOf(id: string, linking = false): OauthProvider {
    const provider = baseUrlWithoutSlash ? providers.get(id) : undefined
    if (!provider) throw new OauthError('unknown_provider', linking)
    return provider
  }

  /** Built from the configuration only; request headers can be forged. */
  const redirectUri = (id: string): string => new URL(`${baseUrlWithoutSlash}/api/auth/oauth/${id}/callback`).href

  async function requestProvider<T>(provider: string, linking: boolean, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      log.warn({ provider, reason: failureReason(error) }, 'request to a sign-in provider failed')
      throw new OauthError('provider_failed', linking)
    }
  }

  async function identify(flow: PendingFlow, query: URLSearchParams): Promise<ExternalIdentity> {
    const linking = flow.link !== undefined
    const provider = providerOf(flow.provider, linking)
    const errorCode = query.get('error')
    if (errorCode !== null) {
      const code = /^[a-z_]{1,64}$/.test(errorCode) ? errorCode : 'unknown'
      if (code !== 'access_denied') log.warn({ provider: provider.id, reason: code }, 'a provider rejected a sign-in')
      throw new OauthError('denied', linking)
    }
    const callback = new URL(flow.oauth.redirectUri)
    callback.search = query.toString()
    return requestProvider(provider.id, linking, async () =>
      sanitizeIdentity(await provider.identify(callback, flow.oauth)),
    )
  }

  async function finish(flow: PendingFlow, { query, principal, visitor }: CallbackRequest): Promise<OauthResult> {
    const identity = await identify(flow, query)
    const { link, provider, next } = flow
    if (!link) {
      const signIn = await signInIdentity(provider, identity, {
        ...visitor,
        formerToken: visitor.formerToken ?? flow.formerToken,
      })
      return { kind: 'signed_in', signIn, next }
    }
    // another user has signed in in this browser since, and must not see the result
    if (principal && principal.userId !== link.userId) throw new OauthError('not_signed_in', true)
    accounts.link(link, provider, identity, visitor.ip)
    return { kind: 'linked' }
  }

  return {
    /** The providers available for sign-in. */
    offered: (): readonly OauthProvider[] => (baseUrlWithoutSlash ? providers.all() : []),

    /** Returns the redirect target and the value of the binding cookie. */
    async begin(request: BeginRequest): Promise<{ location: URL; binding: string }> {
      const { provider: id, next, link, cookie, formerToken, ip } = request
      const provider = providerOf(id, link !== undefined)
      const oauth = {
        redirectUri: redirectUri(id),
        state: makeToken(),
        nonce: makeToken(),
        codeVerifier: makeToken(),
      }
      const location = await requestProvider(id, link !== undefined, () => provider.authorizationUrl(oauth))
      const binding = cookie !== undefined && flows.hasPending(cookie) ? cookie : makeToken()
      flows.start({
        provider: id,
        oauth,
        next,
        link,
        formerToken,
        from: addressKey(ip),
        binding: hashToken(binding) as string,
      })
      return { location, binding }
    },

    async complete(request: CallbackRequest): Promise<OauthResult> {
      const state = request.query.get('state') ?? ''
      try {
        const flow = flows.resume(state, request.provider, request.cookie)
        if (!request.query.get('error') && !request.query.get('code')) {
          throw new OauthError('expired', flow.link !== undefined)
        }
        return await finish(flow, request)
      } finally {
        flows.end(state)
      }
    },
  }
}
export type OauthSignIn = ReturnType<typeof makeOauthSignIn>
