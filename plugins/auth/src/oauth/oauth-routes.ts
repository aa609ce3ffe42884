import { Type } from '@sinclair/typebox'
import {
  type Authenticator,
  addressKey,
  type Clock,
  data,
  makeRateLimiter,
  type Principal,
  type Routes,
} from '@svc/plugin-sdk'
import { cookieName, sessionCookie } from '../sessions/session-cookie.ts'
import { visitorOf } from '../sessions/visitor.ts'
import { bindingCookie, bindingCookieName, secondFactorCookie } from './flow-cookies.ts'
import { localPath } from './local-path.ts'
import { OauthError } from './oauth-error.ts'
import { waitingSeconds } from './oauth-second-factor.ts'
import type { OauthResult, OauthSignIn } from './oauth-sign-in.ts'
import { flowSeconds, type LinkOwner, type PendingFlows } from './pending-flows.ts'

/** Starts and callbacks per address. Many people can share an address, and each sign-in takes two. */
const limitPerAddress = { max: 300, windowMs: 15 * 60_000 }

const Provider = Type.Object({ provider: Type.String({ maxLength: 64 }) })
const Redirect = Type.Null({ description: 'To the provider, to the dashboard, or to a page with the error' })

interface Deps {
  readonly oauthSignIn: OauthSignIn
  readonly flows: PendingFlows
  readonly authenticator: Authenticator
  readonly clock: Pick<Clock, 'now'>
  readonly secureCookie: boolean
}

interface RequestInfo {
  readonly ip: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The error page for browsers; throws the API error for other clients. */
function errorPage(error: unknown, { headers }: RequestInfo): string {
  if (!(error instanceof OauthError)) throw error
  if (!String(headers.accept ?? '').includes('text/html')) throw error.apiError
  return error.page
}

/** The session that links an identity. Other sites must not start this, or they could link an identity of theirs. */
function linkOwner(principal: Principal | undefined, { headers }: RequestInfo): LinkOwner {
  const site = headers['sec-fetch-site']
  const isOtherSite = site === 'cross-site' || site === 'same-site'
  if (isOtherSite || principal?.via !== 'cookie' || principal.flagged) throw new OauthError('not_signed_in', true)
  return { userId: principal.userId, credentialId: principal.credentialId }
}

/** Redirect to a provider, and its callback. */
export const oauthRoutes =
  ({ oauthSignIn, flows, authenticator, clock, secureCookie }: Deps): Routes =>
  async (app) => {
    const limiter = makeRateLimiter(limitPerAddress, clock)
    const authenticate = async ({ cookies, headers, ip }: RequestInfo) =>
      authenticator.authenticate({ cookies, headers, ip })

    /** Redirect target and cookie after a successful callback. */
    function redirectOf(result: OauthResult, provider: string): { to: string; cookie?: string } {
      if (result.kind === 'linked') return { to: `/settings/security?linked=${encodeURIComponent(provider)}` }
      const { signIn, next } = result
      if ('opened' in signIn) {
        const { token, maxAge } = signIn.opened
        return { to: next ?? '/', cookie: sessionCookie(token, maxAge, secureCookie, 'Lax') }
      }
      const query = new URLSearchParams({ second_factor: provider, ...(next !== undefined && { next }) })
      return { to: `/login?${query}`, cookie: secondFactorCookie(signIn.waiting, waitingSeconds, secureCookie) }
    }

    app.get(
      '/api/auth/oauth/providers',
      {
        config: { access: 'public' },
        schema: {
          summary: 'Sign-in providers',
          response: {
            200: data(
              Type.Object({
                providers: Type.Array(Type.String()),
                titles: Type.Record(Type.String(), Type.String(), { description: 'texts of the buttons' }),
              }),
            ),
          },
        },
      },
      async () => {
        const offered = oauthSignIn.offered()
        return {
          data: {
            providers: offered.map(({ id }) => id),
            titles: Object.fromEntries(offered.map(({ id, title }) => [id, title])),
          },
        }
      },
    )

    app.get(
      '/api/auth/oauth/:provider',
      {
        config: { access: 'public' },
        exposeHeadRoute: false,
        schema: {
          summary: 'Start signing in with a provider',
          params: Provider,
          querystring: Type.Object({
            next: Type.Optional(Type.String({ description: 'local path to end at' })),
            link: Type.Optional(Type.String({ description: '1: link the identity to the signed-in account' })),
          }),
          response: { 302: Redirect },
        },
      },
      async (req, reply) => {
        limiter.take(addressKey(req.ip))
        reply.header('cache-control', 'no-store')
        try {
          const link = req.query.link === '1' ? linkOwner(await authenticate(req), req) : undefined
          const next = localPath(req.query.next)
          const cookie = req.cookies[bindingCookieName]
          const { location, binding } = await oauthSignIn.begin({
            provider: req.params.provider,
            next,
            link,
            cookie,
            formerToken: req.cookies[cookieName],
            ip: req.ip,
          })
          reply.header('set-cookie', bindingCookie(binding, flowSeconds, secureCookie))
          return reply.redirect(location.href)
        } catch (error) {
          return reply.redirect(errorPage(error, req))
        }
      },
    )

    app.get(
      '/api/auth/oauth/:provider/callback',
      {
        config: { access: 'public' },
        exposeHeadRoute: false,
        schema: {
          summary: 'Return from a provider',
          params: Provider,
          querystring: Type.Object({
            state: Type.Optional(Type.String()),
            code: Type.Optional(Type.String()),
            error: Type.Optional(Type.String()),
          }),
          response: { 302: Redirect },
        },
      },
      async (req, reply) => {
        limiter.take(addressKey(req.ip))
        reply.header('cache-control', 'no-store')
        const { provider } = req.params
        const cookie = req.cookies[bindingCookieName]
        // the raw query, because the library rejects duplicate parameters
        const query = new URLSearchParams(req.raw.url?.split('?').slice(1).join('?'))
        const visitor = visitorOf(req)
        const clearBindingCookie = () => {
          if (cookie === undefined || flows.hasPending(cookie)) return
          reply.header('set-cookie', bindingCookie('', 0, secureCookie))
        }
        try {
          const principal = await authenticate(req)
          const result = await oauthSignIn.complete({ provider, query, cookie, principal, visitor })
          const redirect = redirectOf(result, provider)
          clearBindingCookie()
          if (redirect.cookie) reply.header('set-cookie', redirect.cookie)
          return reply.redirect(redirect.to)
        } catch (error) {
          clearBindingCookie()
          return reply.redirect(errorPage(error, req))
        }
      },
    )
  }
