import { Type } from '@sinclair/typebox'
import { type Core, type Routes, text } from '@svc/plugin-sdk'
import { originOf, type Page } from '../page/page.ts'
import type { Memo } from '../public/memo.ts'
import type { PublicStatus } from '../public/public-status.ts'
import { type Reply, sendCached } from '../public/respond.ts'
import { stateTexts } from '../state-texts.ts'
import type { OverallState } from '../status-schema.ts'
import { renderBadge } from './badge.ts'
import { renderCalendar } from './calendar.ts'
import { embedPolicy, renderEmbed } from './embed.ts'
import { renderFeed } from './feed.ts'

interface Dependencies {
  readonly status: PublicStatus
  readonly memo: Memo
  readonly text: Core['text']
  readonly page: Pick<Page, 'get'>
}

const Language = Type.Object({
  lang: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$' })),
})
const Document = (type: string) => ({ 200: { content: { [type]: { schema: Type.String() } } } })

/** The state of the page for other programs and pages, without sign-in. */
export const feedRoutes =
  ({ status, memo, text: sentence, page }: Dependencies): Routes =>
  async (app) => {
    const access = { config: { access: 'public', errors: [404] } } as const

    const textIn =
      (language = 'en') =>
      (one: Parameters<Core['text']>[0]) =>
        sentence(one, language)
    const stateText = (state: OverallState, language?: string) => textIn(language)(stateTexts[state])
    /** Other sites may show it. */
    const share = (reply: Reply) => void reply.header('cross-origin-resource-policy', 'cross-origin')

    for (const format of ['atom', 'rss'] as const) {
      const type = `application/${format}+xml; charset=utf-8`
      app.get(
        `/status/feed.${format}`,
        {
          ...access,
          schema: {
            summary: `Incidents and maintenance as ${format === 'atom' ? 'Atom' : 'RSS'}`,
            querystring: Language,
            response: Document(`application/${format}+xml`),
          },
        },
        async (req, reply) => {
          const origin = originOf(page.get(), req)
          const { lang } = req.query
          const cached = await memo.get(`${format} ${origin} ${lang ?? ''}`, async () => {
            const { config, incidents, maintenances } = await status.page()
            return renderFeed(format, {
              origin,
              config,
              incidents,
              maintenances,
              now: status.now(),
              textOf: textIn(lang),
            })
          })
          share(reply)
          return sendCached(req, reply, cached, type) as never
        },
      )
    }

    app.get(
      '/status/calendar.ics',
      { ...access, schema: { summary: 'Maintenance windows as iCalendar', response: Document('text/calendar') } },
      async (req, reply) => {
        const origin = originOf(page.get(), req)
        const cached = await memo.get(`ics ${origin}`, async () =>
          renderCalendar({ origin, config: { title: status.title() }, maintenances: await status.occurrences() }),
        )
        share(reply)
        return sendCached(req, reply, cached, 'text/calendar; charset=utf-8') as never
      },
    )

    app.get(
      '/status/badge.svg',
      {
        ...access,
        schema: {
          summary: 'The overall state as an image',
          querystring: Language,
          response: Document('image/svg+xml'),
        },
      },
      async (req, reply) => {
        const { lang } = req.query
        const cached = await memo.get(`badge ${lang ?? ''}`, async () => {
          const { title, state } = await status.summary()
          return renderBadge(title, state, stateText(state, lang))
        })
        share(reply)
        return sendCached(req, reply, cached, 'image/svg+xml') as never
      },
    )

    app.get(
      '/status/badge/:id',
      {
        ...access,
        schema: {
          summary: 'The state of a server as an image; `.svg` may follow the id',
          params: Type.Object({ id: Type.String({ maxLength: 80 }) }),
          querystring: Language,
          response: Document('image/svg+xml'),
        },
      },
      async (req, reply) => {
        const id = req.params.id.replace(/\.svg$/, '')
        const { lang } = req.query
        const cached = await memo.get(`badge of ${id} ${lang ?? ''}`, async () => {
          const { name, online, degraded, in_maintenance } = await status.serverState(id)
          const state = in_maintenance ? 'maintenance' : degraded ? 'degraded' : online ? 'operational' : 'outage'
          return renderBadge(name, state, stateText(state, lang))
        })
        share(reply)
        return sendCached(req, reply, cached, 'image/svg+xml') as never
      },
    )

    app.get(
      '/status/embed',
      {
        ...access,
        schema: { summary: 'The overall state for an iframe', querystring: Language, response: Document('text/html') },
      },
      async (req, reply) => {
        const { lang } = req.query
        const cached = await memo.get(`embed ${lang ?? ''}`, async () => {
          const { title, state, servers } = await status.summary()
          const { online, total } = servers
          const detail = total === 0 ? '' : textIn(lang)(text('status.SERVERS_ONLINE', { online, total }))
          return renderEmbed({ language: lang ?? 'en', title, state, stateText: stateText(state, lang), detail })
        })
        share(reply)
        reply.header('content-security-policy', embedPolicy)
        reply.removeHeader('x-frame-options')
        return sendCached(req, reply, cached, 'text/html; charset=utf-8') as never
      },
    )
  }
