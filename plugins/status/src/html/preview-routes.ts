import { Type } from '@sinclair/typebox'
import { type Clock, type Core, data, nameSchemas, OneOf, type Routes } from '@svc/plugin-sdk'
import { originOf, type Page } from '../page/page.ts'
import type { PublicStatus } from '../public/public-status.ts'
import { StatusPageUpdate } from '../status-schema.ts'
import { overviewDocument } from './html-routes.ts'
import { languages, makeReader } from './reader.ts'

interface Dependencies {
  readonly page: Pick<Page, 'draft' | 'logo'>
  /** What a page with another configuration would show. */
  publicStatusOf(page: Pick<Page, 'get'>): Pick<PublicStatus, 'page'>
  readonly clock: Pick<Clock, 'now'>
  readonly text: Core['text']
  readonly pageFile: Core['pageFile']
}

const Body = Type.Intersect([
  StatusPageUpdate,
  Type.Object({ language: Type.Optional(OneOf(...languages.map(({ id }) => id))) }),
])

nameSchemas({ StatusPagePreview: Body })

/** The page with changes that are not saved yet. */
export const previewRoutes =
  ({ page, publicStatusOf, clock, text, pageFile }: Dependencies): Routes =>
  async (app) => {
    const files = { styles: pageFile('main.css') }
    app.post(
      '/api/status-page/preview',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Renders the status page with changes; nothing is saved',
          body: Body,
          response: { 200: data(Type.Object({ html: Type.String() })) },
        },
      },
      async (req) => {
        const { language: wanted, ...input } = req.body
        const draft = page.draft(input)
        const shown = await publicStatusOf({ get: () => draft }).page()
        // The address of a logo answers only while the page is on, and has what is stored.
        const stored = page.logo()
        const logo = input.logo ?? (stored && `data:${stored.type};base64,${stored.bytes.toString('base64')}`)
        const config = draft.hasLogo ? { ...shown.config, logo_url: logo ?? null } : shown.config
        const language = languages.find(({ id }) => id === wanted) ?? languages[0]
        const reader = makeReader({ language, isChosen: false }, text)
        const options = { files, now: clock.now(), origin: originOf(draft, req) }
        return { data: { html: overviewDocument(reader, { ...shown, config }, options) } }
      },
    )
  }
