import type { Core } from '@svc/plugin-sdk'
import { type Format, makeFormat, type Params, type TextCode, text } from '@svc/protocol/text'
import { type Html, html } from './html.ts'

/** The languages of the page, English first. */
export const languages = [
  { id: 'en', tag: 'en', name: 'English' },
  { id: 'zh', tag: 'zh-Hans', name: '简体中文' },
] as const

/** Who reads a page: the language, and everything that is written in it. */
export interface Reader {
  readonly language: (typeof languages)[number]
  /** whether the language was asked for in the address */
  readonly isChosen: boolean
  readonly format: Format
  t(code: TextCode, params?: Params): string
  /** Day and time in UTC; the script of the page shows the time zone of the reader. */
  time(at: string | number): Html
  /** The address of another page in the same language. */
  link(path: string): string
}

const [english] = languages

/** The first of the accepted languages that the page has. */
function accepted(header: string | undefined) {
  const wanted = (header ?? '').split(',').map((one) => {
    const [tag = '', ...rest] = one.trim().toLowerCase().split(';')
    const weight = rest.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find((found) => found !== undefined)
    return { id: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
  })
  const known = wanted.filter(({ id, weight }) => weight > 0 && languages.some((language) => language.id === id))
  const best = known.sort((a, b) => b.weight - a.weight)[0]
  return languages.find(({ id }) => id === best?.id)
}

/** The cookie in which the script keeps a chosen language. */
const cookieName = 'svc_status_language'

export interface LanguageWish {
  readonly query: { readonly lang?: string }
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly headers: { readonly 'accept-language'?: string | undefined }
}

/** The language of a request: in its address, chosen before, or that of the browser. */
export function languageOf({ query, cookies, headers }: LanguageWish): Pick<Reader, 'language' | 'isChosen'> {
  const named = (id: string | undefined) => languages.find((language) => language.id === id)
  const chosen = named(query.lang)
  return {
    language: chosen ?? named(cookies[cookieName]) ?? accepted(headers['accept-language']) ?? english,
    isChosen: chosen !== undefined,
  }
}

interface Formats {
  readonly format: Format
  readonly moment: Intl.DateTimeFormat
}

const formats = new Map<string, Formats>()

const formatsOf = ({ id, tag }: Reader['language']): Formats =>
  formats.getOrInsertComputed(id, () => ({
    format: makeFormat(tag, 'UTC'),
    moment: new Intl.DateTimeFormat(tag, {
      ...{ year: 'numeric', month: 'short', day: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' },
    }),
  }))

export function makeReader(chosen: Pick<Reader, 'language' | 'isChosen'>, sentence: Core['text']): Reader {
  const { language, isChosen } = chosen
  const { format, moment } = formatsOf(language)
  return {
    ...chosen,
    format,
    t: (code, params) => sentence(text(code, params), language.id),
    time(at) {
      const instant = new Date(at)
      return html`<time datetime="${instant.toISOString()}">${moment.format(instant)} UTC</time>`
    },
    link: (path) => (isChosen ? `${path}${path.includes('?') ? '&' : '?'}lang=${language.id}` : path),
  }
}
