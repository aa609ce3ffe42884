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
import { sessionCookie } from '../sessions/session-cookie.ts'
import { bindingCookie, bindingCookieName, secondFactorCookie } from './flow-cookies.ts'
import { waitingSeconds } from './foreign-second-factor.ts'
import type { Ended, ForeignSignIn } from './foreign-sign-in.ts'
import { localPath } from './local-path.ts'
import { OauthFailure } from './oauth-failure.ts'
import { flowSeconds, type LinkFor, type PendingFlows } from './pending-flows.ts'

/** Starts and returns per address: many people can share one, and each sign-in is two of them. */
const perAddress = { max: 300, windowMs: 15 * 60_000 }

const Provider = Type.Object({ provider: Type.String({ maxLength: 64 }) })
const Redirect = Type.Null({ description: 'To the provider, into the dashboard, or to a page that says what failed' })

interface Deps {
  readonly elsewhere: ForeignSignIn
  readonly flows: PendingFlows
  readonly authenticator: Authenticator
  readonly clock: Pick<Clock, 'now'>
  readonly secureCookie: boolean
}

/** What is needed of a request. */
interface Asked {
  readonly ip: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Browsers show what they get, so they are sent to a page that explains. */
function explain(error: unknown, { headers }: Asked): string {
  if (!(error instanceof OauthFailure)) throw error
  if (!String(headers.accept ?? '').includes('text/html')) throw error.answer
  return error.page
}

/** Pages of other sites must not be able to start a link: it hands the account to whoever is signed in over there. */
function ownerOf(principal: Principal | undefined, { headers }: Asked): LinkFor {
  const site = headers['sec-fetch-site']
  const foreign = site === 'cross-site' || site === 'same-site'
  if (foreign || principal?.via !== 'cookie' || principal.flagged) throw new OauthFailure('not_signed_in', true)
  return { userId: principal.userId, credentialId: principal.credentialId }
}

/** The way to a provider and back, in the browser. */
export const oauthRoutes =
  ({ elsewhere, flows, authenticator, clock, secureCookie }: Deps): Routes =>
  async (app) => {
    const limiter = makeRateLimiter(perAddress, clock)
    const caller = async ({ cookies, headers, ip }: Asked) => authenticator.authenticate({ cookies, headers, ip })

    /** Where the browser goes, and with which cookies. */
    function way(ended: Ended, provider: string): { to: string; cookie?: string } {
      if (ended.kind === 'linked') return { to: `/settings/security?linked=${encodeURIComponent(provider)}` }
      const { entered, next } = ended
      if ('opened' in entered) {
        const { token, maxAge } = entered.opened
        return { to: next ?? '/', cookie: sessionCookie(token, maxAge, secureCookie, 'Lax') }
      }
      const query = new URLSearchParams({ second_factor: provider, ...(next !== undefined && { next }) })
      return { to: `/login?${query}`, cookie: secondFactorCookie(entered.waiting, waitingSeconds, secureCookie) }
    }

    app.get(
      '/api/auth/oauth/providers',
      {
        config: { access: 'public' },
        schema: {
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
        const offered = elsewhere.offered()
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
          const link = req.query.link === '1' ? ownerOf(await caller(req), req) : undefined
          const next = localPath(req.query.next)
          const cookie = req.cookies[bindingCookieName]
          const { location, binding } = await elsewhere.begin({
            provider: req.params.provider,
            next,
            link,
            cookie,
            ip: req.ip,
          })
          reply.header('set-cookie', bindingCookie(binding, flowSeconds, secureCookie))
          return reply.redirect(location.href)
        } catch (error) {
          return reply.redirect(explain(error, req))
        }
      },
    )

    app.get(
      '/api/auth/oauth/:provider/callback',
      {
        config: { access: 'public' },
        exposeHeadRoute: false,
        schema: {
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
        // as it was sent: the library refuses what is there twice
        const query = new URLSearchParams(req.raw.url?.split('?').slice(1).join('?'))
        const visitor = { ip: req.ip, userAgent: req.headers['user-agent'] ?? '' }
        const release = () => {
          if (cookie === undefined || flows.underWay(cookie)) return
          reply.header('set-cookie', bindingCookie('', 0, secureCookie))
        }
        try {
          const principal = await caller(req)
          const ended = await elsewhere.complete({ provider, query, cookie, principal, visitor })
          const there = way(ended, provider)
          release()
          if (there.cookie) reply.header('set-cookie', there.cookie)
          return reply.redirect(there.to)
        } catch (error) {
          release()
          return reply.redirect(explain(error, req))
        }
      },
    )
  }
