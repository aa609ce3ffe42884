import { createHash } from 'node:crypto'
import type { PublicConfig } from '../status-schema.ts'
import { type Html, html, jsonScript, sanitized } from './html.ts'
import { iconSheet } from './icons.ts'
import { languages, type Reader } from './reader.ts'
import { dayStates } from './uptime-bar.ts'

/** URLs of the scripts and styles. */
export interface PageFiles {
  /** runs before the first paint; a preview has no scripts */
  readonly early?: string
  readonly main?: string
  readonly styles: string
}

/** The only inline style: the color of the brand, and the text color that is readable on it. */
function brandStyle(accent: string | null): string {
  const [red = 0, green = 0, blue = 0] =
    (accent ?? '').match(/[0-9a-f]{2}/gi)?.map((hex) => Number.parseInt(hex, 16)) ?? []
  const isLight = red * 0.299 + green * 0.587 + blue * 0.114 > 150
  return accent === null ? '' : `:root{--brand:${accent};--on-brand:${isLight ? '#111' : '#fff'}}`
}

/** Scripts, styles and images from this server alone. */
export function contentSecurityPolicy(accent: string | null): string {
  const style = brandStyle(accent)
  const hash = style && ` 'sha256-${createHash('sha256').update(style).digest('base64')}'`
  return (
    "default-src 'none'; base-uri 'none'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; " +
    `img-src 'self' data:; script-src 'self'; style-src 'self'${hash}`
  )
}

export interface DocumentOptions {
  readonly files: PageFiles
  /** undefined while the page is switched off */
  readonly config: PublicConfig | undefined
  /** of the address; with it, link previews have an image */
  readonly origin?: string
  /** path and query without the language */
  readonly path: string
  /** of this page; the overview has that of the whole */
  readonly title?: string
  /** one sentence for search engines and link previews */
  readonly summary: string
  readonly body: Html
}

const mark = sanitized(
  '<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><path d="M2 13.6h4.4l2-6.8 4 10.8 2.6-6 1.1 2H22"/></svg>',
)

function pageLinks({ t, link }: Reader, config: PublicConfig, path: string): Html {
  const pages = [
    ['/status', t('status.OVERVIEW'), true],
    ['/status/network', t('status.NETWORK'), config.show_network],
    ['/status/ip-quality', t('status.IP_QUALITY'), config.show_ip_quality],
    ['/status/history', t('status.HISTORY'), config.show_incidents || config.show_maintenance],
  ] as const
  return html`<nav class="pages" aria-label="${t('status.PAGES')}">${pages
    .filter(([, , shown]) => shown)
    .map(
      ([to, label]) =>
        html`<a href="${link(to)}"${path.split('?', 1)[0] === to && html` aria-current="page"`}>${label}</a>`,
    )}</nav>`
}

function languageLinks({ t, language }: Reader, path: string): Html {
  const address = (id: string) => `${path}${path.includes('?') ? '&' : '?'}lang=${id}`
  return html`<nav class="languages" aria-label="${t('status.LANGUAGE')}">${languages
    .filter(({ id }) => id !== language.id)
    .map(({ id, tag, name }) => html`<a href="${address(id)}" lang="${tag}" hreflang="${tag}">${name}</a>`)}</nav>`
}

/** Texts that the script writes. */
const scriptTexts = ({ t }: Reader) => ({
  days: Object.fromEntries(dayStates.map(({ letter, code }) => [letter, t(code)])),
  keys: t('status.BAR_KEYS'),
  stale: t('status.STALE'),
  copied: t('status.COPIED'),
  invalid: t('status.SUBSCRIBE_INVALID'),
  failed: t('status.SUBSCRIBE_FAILED'),
})

/** A complete page. It needs no script: that adds live numbers, local times and details of days. */
export function makeDocument(reader: Reader, options: DocumentOptions): string {
  const { t, link, language } = reader
  const { files, config, origin, path, title: own, summary, body } = options
  const site = config?.title ?? t('status.STATUS')
  const title = own === undefined ? site : `${own} · ${site}`
  const style = brandStyle(config?.accent_color ?? null)
  const { text } = html`<!doctype html>
<html lang="${language.tag}" data-layout="${config?.default_layout ?? 'grid'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${summary}">
${(config?.noindex ?? true) && html`<meta name="robots" content="noindex">\n`}<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${summary}">
<meta property="og:site_name" content="${site}">
${
  // Previews do not resolve relative addresses.
  origin && config?.logo_url && html`<meta property="og:image" content="${new URL(config.logo_url, origin).href}">\n`
}<meta name="twitter:card" content="summary">
${
  config &&
  html`<link rel="alternate" type="application/atom+xml" title="${site}" href="/status/feed.atom">
<link rel="alternate" type="application/rss+xml" title="${site}" href="/status/feed.rss">
<link rel="alternate" type="text/calendar" title="${t('status.CALENDAR')}" href="/status/calendar.ics">
`
}<link rel="icon" href="${config?.logo_url ?? '/favicon.svg'}">
${
  files.early &&
  html`<script src="${files.early}"></script>
`
}<link rel="stylesheet" href="${files.styles}">
${style && html`<style>${sanitized(style)}</style>\n`}${
  files.main &&
  html`<script type="module" src="${files.main}"></script>
`
}</head>
<body>
<a class="skip" href="#content">${t('status.SKIP')}</a>
${iconSheet}
<header class="top"><div class="wide">
<a class="brand" href="${link('/status')}">${
    config?.logo_url ? html`<img class="logo" src="${config.logo_url}" alt="">` : mark
  }<span>${site}</span></a>
${config && pageLinks(reader, config, path)}
<div class="tools">${languageLinks(reader, path)}<button class="theme" type="button" hidden aria-label="${t(
    'status.THEME',
  )}"><svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.2"/><path d="M8 1.8a6.2 6.2 0 0 1 0 12.4z"/></svg></button><a class="sign-in" href="/">${t(
    'status.SIGN_IN',
  )}</a></div>
</div></header>
<main id="content" class="wide">
${body}
</main>
<footer class="bottom"><div class="wide">${config?.footer_text && html`<p>${config.footer_text}</p>`}<p class="zone">${t(
    'status.TIMES_IN_UTC',
  )}</p></div></footer>
${jsonScript('texts', scriptTexts(reader))}
</body>
</html>
`
  return text
}
