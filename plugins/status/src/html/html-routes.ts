import { Type } from '@sinclair/typebox'
import { type ApiError, type Clock, type Core, OneOf, type Routes } from '@svc/plugin-sdk'
import { originOf, type Page } from '../page/page.ts'
import type { Memo } from '../public/memo.ts'
import type { PublicStatus } from '../public/public-status.ts'
import { type Reply, sendCached } from '../public/respond.ts'
import type { PublicConfig, PublicMetricsPoint, PublicPage } from '../status-schema.ts'
import { contentSecurityPolicy, type DocumentOptions, makeDocument, type PageFiles } from './document.ts'
import { historyPage } from './history-page.ts'
import { type Html, html } from './html.ts'
import { icon } from './icons.ts'
import { ipQualityPage } from './ip-quality-page.ts'
import { networkPage, networkSection } from './network-page.ts'
import { counts, headline, overview } from './overview.ts'
import { type LanguageWish, languageOf, makeReader, type Reader } from './reader.ts'
import { type RangeName, ranges, serverPage } from './server-page.ts'

interface Dependencies {
  readonly status: PublicStatus
  readonly page: Pick<Page, 'get'>
  readonly memo: Memo
  readonly clock: Pick<Clock, 'now'>
  readonly text: Core['text']
  readonly pageFile: Core['pageFile']
}

/** The overview as a document. */
export const overviewDocument = (
  reader: Reader,
  page: PublicPage,
  { files, now, origin }: { readonly files: PageFiles; readonly now: number; readonly origin: string },
): string =>
  makeDocument(reader, {
    ...{ files, config: page.config, path: '/status' },
    summary: [headline(reader, page).text, counts(reader, page)].filter(Boolean).join(' · '),
    origin,
    body: overview(reader, page, { now, origin }),
  })

const lang = Type.Optional(Type.String({ maxLength: 20, description: 'default: what the browser accepts' }))
const Month = Type.Optional(Type.String({ pattern: '^(?:19[7-9]\\d|2\\d{3})-(?:0[1-9]|1[0-2])$' }))
const Range = Type.Optional(OneOf(...(Object.keys(ranges) as RangeName[])))
const Document = { 200: { description: 'The page', content: { 'text/html': { schema: Type.String() } } } }
const type = 'text/html; charset=utf-8'

/** The parts of a request that decide how a page is sent. */
type Asked = Parameters<typeof sendCached>[0] & Pick<LanguageWish, 'cookies'> & { readonly query: unknown }

/** What a page shows besides what all of them have. */
type Content = Pick<DocumentOptions, 'title' | 'path' | 'body'> & { readonly config: PublicConfig }

/** The public pages, which work without scripts. */
export const htmlRoutes =
  ({ status, page, memo, clock, text, pageFile }: Dependencies): Routes =>
  async (app) => {
    const files: PageFiles = {
      early: pageFile('early.js'),
      main: pageFile('main.js'),
      styles: pageFile('main.css'),
    }
    const access = { config: { access: 'public', errors: [404] } } as const
    const policy = memo.value(() => contentSecurityPolicy(page.get().accent_color))
    const readerOf = (request: Asked): Reader => makeReader(languageOf(request as LanguageWish), text)

    /** Sends what `make` renders, once per key and language for all readers. */
    async function send(
      request: Asked,
      reply: Reply,
      key: string,
      make: (reader: Reader) => Promise<string>,
    ): Promise<never> {
      const reader = readerOf(request)
      const cached = await memo.get(`html ${key} ${reader.language.id} ${reader.isChosen}`, () => make(reader))
      reply.header('content-security-policy', policy())
      return sendCached(request, reply, cached, type, 'accept-encoding, accept-language, cookie') as never
    }

    const sendContent = (request: Asked, reply: Reply, key: string, make: (reader: Reader) => Promise<Content>) =>
      send(request, reply, key, async (reader) => {
        const content = await make(reader)
        return makeDocument(reader, { ...content, files, summary: content.title ?? content.config.title })
      })

    app.setErrorHandler(async (error, request, reply) => {
      const {
        statusCode,
        status: known = statusCode ?? 500,
        headers = {},
        text: reason,
      } = error as Partial<ApiError> & {
        statusCode?: number
      }
      if (known >= 500) request.log.error({ err: error, req: request }, 'status page failed')
      const reader = readerOf(request)
      const { t } = reader
      const [title, explanation] =
        reason?.code === 'status.PAGE_DISABLED'
          ? [t('status.DISABLED'), t('status.DISABLED_HINT')]
          : known === 404
            ? [t('status.NOT_FOUND'), t('status.NOT_FOUND_HINT')]
            : [t('status.LOAD_ERROR'), t('status.LOAD_ERROR_HINT')]
      const body = notice(title, explanation)
      const document = makeDocument(reader, { files, config: undefined, path: '/status', title, summary: title, body })
      reply.code(known).headers({ ...headers, 'cache-control': 'no-store' })
      return reply.header('content-security-policy', contentSecurityPolicy(null)).type(type).send(Buffer.from(document))
    })

    app.get(
      '/status',
      {
        ...access,
        schema: { summary: 'The status page', querystring: Type.Object({ lang }), response: Document },
      },
      (request, reply) => {
        const origin = originOf(page.get(), request)
        return send(request, reply, `overview ${origin}`, async (reader) =>
          overviewDocument(reader, await status.page(), { files, now: clock.now(), origin }),
        )
      },
    )

    app.get(
      '/status/server/:id',
      {
        ...access,
        schema: {
          summary: 'A server of the status page',
          params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
          querystring: Type.Object({ lang, range: Range }),
          response: Document,
        },
      },
      (request, reply) => {
        const { id } = request.params
        const { range = '24h' } = request.query
        return sendContent(request, reply, `server ${id} ${range}`, async (reader) => {
          const server = await status.server(id)
          const config = await status.shownConfig()
          // Whole minutes, as those of the API.
          const to = Math.floor(clock.now() / 60_000) * 60_000
          const from = to - ranges[range].ms
          const records = await status.metrics(id, { from: from / 1000, to: to / 1000, interval: 'auto' })
          const points: readonly PublicMetricsPoint[] = JSON.parse(String(records)).data
          const network = config.show_network && networkSection(reader, await status.networkOf(id))
          return {
            ...{ config, title: server.name },
            path: `/status/server/${id}${range === '24h' ? '' : `?range=${range}`}`,
            body: serverPage(reader, { config, server, range, from, to, points }, network),
          }
        })
      },
    )

    app.get(
      '/status/history',
      {
        ...access,
        schema: {
          summary: 'Past incidents and maintenance',
          querystring: Type.Object({ lang, month: Month }),
          response: Document,
        },
      },
      (request, reply) => {
        const now = clock.now()
        const { month = new Date(now).toISOString().slice(0, 7) } = request.query
        return sendContent(request, reply, `history ${month}`, async (reader) => ({
          config: await status.shownConfig(),
          path: `/status/history?month=${month}`,
          title: reader.t('status.HISTORY'),
          body: historyPage(reader, await status.history(month), status.names(), now),
        }))
      },
    )

    app.get(
      '/status/network',
      {
        ...access,
        schema: { summary: 'Network quality', querystring: Type.Object({ lang }), response: Document },
      },
      (request, reply) =>
        sendContent(request, reply, 'network', async (reader) => {
          const { servers } = await status.network()
          return {
            ...{ config: await status.shownConfig(), path: '/status/network' },
            title: reader.t('status.NETWORK'),
            body: networkPage(reader, servers),
          }
        }),
    )

    app.get(
      '/status/ip-quality',
      {
        ...access,
        schema: { summary: 'IP quality', querystring: Type.Object({ lang }), response: Document },
      },
      (request, reply) =>
        sendContent(request, reply, 'ip-quality', async (reader) => ({
          config: await status.shownConfig(),
          path: '/status/ip-quality',
          title: reader.t('status.IP_QUALITY'),
          body: ipQualityPage(reader, await status.ipQuality(), status.names()),
        })),
    )
  }

/** A page without data: switched off, unknown address, error. */
function notice(title: string, explanation: string): Html {
  return html`<section class="banner is-unknown">${icon('unknown')}<div><h1>${title}</h1><p>${explanation}</p></div></section>`
}
