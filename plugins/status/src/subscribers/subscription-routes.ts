import { type Static, Type } from '@sinclair/typebox'
import { addressKey, type Core, data, nameSchemas, Ok, OneOf, ok, type RateLimiter, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { Subscriber, SubscriptionInput } from '../status-schema.ts'
import { formPolicy, questionPage, resultPage, results } from './subscription-page.ts'
import type { Subscriptions } from './subscriptions.ts'

interface Dependencies {
  /** also while the page is switched off: readers may still unsubscribe */
  titleOfPage(): string
  readonly subscriptions: Subscriptions
  /** of new subscriptions: each sends a message to somebody */
  readonly subscribeLimiter: RateLimiter
  readonly totalLimiter: RateLimiter
  readonly audit: Audit
  readonly text: Core['text']
}

const Token = Type.Object({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{32}$' }) })
const Language = { lang: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$' })) }
const Outcome = Type.Object({ message: Type.String() })
type Outcome = Static<typeof Outcome>

nameSchemas({ Outcome })

/** The part of a request that says what its sender reads. */
interface Reader {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Whether this is a form of a page, not a program. */
const wantsPage = ({ headers }: Reader) => /text\/html/.test(String(headers.accept ?? ''))

/** Subscribing and unsubscribing, without sign-in. */
export const subscriptionRoutes =
  ({ titleOfPage, subscriptions, subscribeLimiter, totalLimiter, text }: Omit<Dependencies, 'audit'>): Routes =>
  async (app) => {
    const access = { config: { access: 'public', errors: [404] } } as const
    // Forms of pages, and the one-click button of mail programs.
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 8192 },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    app.addContentTypeParser('multipart/form-data', { parseAs: 'string', bodyLimit: 8192 }, (_, __, done) =>
      done(null, {}),
    )

    const optionsOf = (language = 'en') => ({
      language,
      pageTitle: titleOfPage(),
      textOf: (one: Parameters<Core['text']>[0]) => text(one, language),
    })
    const answer = (
      req: Reader & { readonly query: { readonly lang?: string } },
      reply: { header(name: string, value: string): unknown; send(payload: unknown): unknown },
      result: keyof typeof results,
    ): { data: Outcome } => {
      const { lang } = req.query
      reply.header('vary', 'accept')
      if (!wantsPage(req)) return { data: { message: text(results[result], lang ?? 'en') } }
      reply.header('content-type', 'text/html; charset=utf-8')
      reply.header('content-security-policy', formPolicy)
      return reply.send(Buffer.from(resultPage(results[result], optionsOf(lang)))) as never
    }

    for (const path of ['/api/status/subscriptions', '/status/subscribe'] as const) {
      app.post(
        path,
        {
          ...access,
          schema: {
            summary: 'Subscribes to incidents; a message asks to confirm. The answer is the same for every address.',
            querystring: Type.Object(Language),
            body: SubscriptionInput,
            response: { 200: data(Outcome) },
          },
        },
        async (req, reply) => {
          subscribeLimiter.take(addressKey(req.ip))
          totalLimiter.take('all')
          subscriptions.subscribe(req.body, req.query.lang ?? 'en')
          return answer(req, reply, 'subscribe')
        },
      )
    }
    for (const action of ['confirm', 'unsubscribe'] as const) {
      app.post(
        `/api/status/subscriptions/${action}`,
        {
          ...access,
          schema: {
            summary: action === 'confirm' ? 'Confirms a subscription' : 'Ends a subscription, at once',
            querystring: Type.Object({ ...Token.properties, ...Language }),
            response: { 200: data(Outcome) },
          },
        },
        async (req, reply) => {
          subscriptions[action](req.query.token)
          return answer(req, reply, action)
        },
      )
    }
    app.get(
      '/status/subscription',
      {
        ...access,
        schema: {
          summary: 'The page of a link in a message; its button confirms or unsubscribes',
          querystring: Type.Object({ ...Token.properties, ...Language, action: OneOf('confirm', 'unsubscribe') }),
          response: { 200: { content: { 'text/html': { schema: Type.String() } } } },
        },
      },
      async (req, reply) => {
        const { action, token, lang } = req.query
        reply.header('content-type', 'text/html; charset=utf-8')
        reply.header('content-security-policy', formPolicy)
        reply.header('cache-control', 'no-store')
        reply.header('referrer-policy', 'no-referrer')
        return reply.send(Buffer.from(questionPage(action, token, optionsOf(lang))) as never)
      },
    )
  }

/** Subscribers, for admins. */
export const subscriberRoutes =
  ({ subscriptions, audit }: Pick<Dependencies, 'subscriptions' | 'audit'>): Routes =>
  async (app) => {
    const access = { config: { access: 'admin' } } as const
    app.get(
      '/api/status-subscribers',
      { ...access, schema: { summary: 'Subscribers, newest first', response: { 200: data(Type.Array(Subscriber)) } } },
      async () => ({ data: subscriptions.list() }),
    )
    app.delete(
      '/api/status-subscribers/:id',
      {
        ...access,
        schema: {
          summary: 'Removes a subscriber with the messages that are waiting',
          params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
          response: { 200: Ok },
        },
      },
      async (req) => {
        audit.act(
          req,
          'status_subscriber.delete',
          () => subscriptions.remove(req.params.id),
          ({ id, type }) => ({ id, type }),
        )
        return ok
      },
    )
  }
