import type { TextCode } from '@svc/protocol/text'
import type { OverallState, PublicConfig, PublicPage, PublicServer } from '../status-schema.ts'
import { type Html, html, sanitized } from './html.ts'
import { icon, type Mark } from './icons.ts'
import { incidentCard, maintenanceCard, namesOf, type ServerNames } from './incident-cards.ts'
import type { Reader } from './reader.ts'
import { serverItem, serviceItem } from './server-items.ts'
import { dayStates } from './uptime-bar.ts'

const headlines: Readonly<Record<OverallState, { readonly mark: Mark; readonly code: TextCode }>> = {
  operational: { mark: 'ok', code: 'status.ALL_OPERATIONAL' },
  maintenance: { mark: 'maintenance', code: 'status.MAINTENANCE_NOW' },
  degraded: { mark: 'degraded', code: 'status.PARTIAL_OUTAGE' },
  outage: { mark: 'down', code: 'status.MAJOR_OUTAGE' },
  unknown: { mark: 'unknown', code: 'status.NO_DATA' },
}

/** The state of everything in a few words. */
export function headline({ t }: Reader, { summary }: Pick<PublicPage, 'summary'>): { mark: Mark; text: string } {
  const { mark, code } = headlines[summary.state]
  const { active_incidents: count } = summary
  return { mark, text: count > 0 ? t('status.ACTIVE_INCIDENTS', { count }) : t(code) }
}

/** What the headline stands on, as one sentence for link previews too. */
export function counts({ t }: Reader, { summary: { servers, services } }: Pick<PublicPage, 'summary'>): string {
  return [
    ...(servers.total > 0 ? [t('status.SERVERS_ONLINE', { online: servers.online, total: servers.total })] : []),
    ...(services.total > 0 ? [t('status.SERVICES_UP', { up: services.up, total: services.total })] : []),
  ].join(' · ')
}

function banner(reader: Reader, page: PublicPage, now: number): Html {
  const { mark, text } = headline(reader, page)
  return html`<section class="banner is-${mark}" aria-live="polite" data-live="banner">
${icon(mark)}<div><h1>${text}</h1><p>${counts(reader, page)}</p></div>
<p class="updated">${reader.t('status.UPDATED')} ${reader.time(now)}</p>
</section>`
}

const section = (id: string, title: string, content: Html, aside?: Html): Html =>
  html`<section class="block" aria-labelledby="${id}-title" data-live="${id}"><header><h2 id="${id}-title">${title}</h2>${aside}</header>
${content}
</section>`

function maintenances(reader: Reader, page: PublicPage, names: ServerNames): Html | false {
  if (page.maintenances.length === 0) return false
  const cards = page.maintenances.map((window) =>
    maintenanceCard(reader, window, names, window.in_progress ? 'in_progress' : 'planned'),
  )
  return section('maintenance', reader.t('status.MAINTENANCE'), html`${cards}`)
}

/** In the order of the page; servers without a group come first. */
function groupsOf(servers: readonly PublicServer[]): Map<string | null, PublicServer[]> {
  const groups = Map.groupBy(servers, ({ group_name }) => group_name)
  const [loose, named] = [groups.get(null), [...groups].filter(([name]) => name !== null)]
  return new Map([...(loose ? [[null, loose] as const] : []), ...named])
}

const legend = ({ t }: Reader): Html =>
  html`<p class="legend" aria-hidden="true"><span>${t('status.DAYS_AGO', { count: 90 })}</span>${dayStates.map(
    ({ state, code }) => html`<span class="key is-${state}">${t(code)}</span>`,
  )}<span>${t('status.TODAY')}</span></p>`

/** Shown by the script, because the choice is kept in the browser. */
const layoutSwitch = ({ t }: Reader): Html =>
  html`<div class="layouts" role="group" aria-label="${t('status.LAYOUT')}" hidden><button type="button" data-choose="grid">${t(
    'status.LAYOUT_GRID',
  )}</button><button type="button" data-choose="list">${t('status.LAYOUT_LIST')}</button></div>`

function servers(reader: Reader, { servers: all, config }: PublicPage): Html {
  const { t } = reader
  if (all.length === 0)
    return section('servers', t('status.SERVERS'), html`<p class="empty">${t('status.NO_SERVERS')}</p>`)
  const groups = [...groupsOf(all)].map(
    ([name, members]) =>
      html`${name !== null && html`<h3 class="group">${name}</h3>`}<ul class="items">${members.map((server) =>
        serverItem(reader, server, config),
      )}</ul>`,
  )
  return section('servers', t('status.SERVERS'), html`${legend(reader)}${groups}`, layoutSwitch(reader))
}

const services = (reader: Reader, { services: all, config }: PublicPage): Html | false =>
  all.length > 0 &&
  section(
    'services',
    reader.t('status.SERVICES'),
    html`<ul class="items services">${all.map((service) => serviceItem(reader, service, config))}</ul>`,
  )

function recent(reader: Reader, { incidents, config }: PublicPage, names: ServerNames): Html | false {
  if (!config.show_incidents) return false
  const cards = incidents.recent.map((incident) => incidentCard(reader, incident, names))
  const content =
    cards.length > 0 ? html`${cards}` : html`<p class="empty">${reader.t('status.NO_RECENT_INCIDENTS')}</p>`
  const aside = html`<a href="${reader.link('/status/history')}">${reader.t('status.SHOW_HISTORY')}</a>`
  return section('recent', reader.t('status.RECENT_INCIDENTS'), content, aside)
}

function subscribe({ t, language }: Reader, { subscriptions }: PublicConfig): Html {
  const types = {
    email: { label: t('status.EMAIL'), example: 'ops@example.com' },
    webhook: { label: t('status.WEBHOOK'), example: 'https://example.com/hook' },
  }
  return html`<section class="block" aria-labelledby="subscribe-title"><header><h2 id="subscribe-title">${t(
    'status.SUBSCRIBE',
  )}</h2></header>
<div class="card">
${
  subscriptions.length > 0 &&
  html`<p>${t('status.SUBSCRIBE_HINT')}</p>
<form class="subscribe" method="post" action="/status/subscribe?lang=${language.id}">
${subscriptions.map(
  (type, index) =>
    html`<label class="choice"><input type="radio" name="type" value="${type}" data-example="${types[type].example}"${
      index === 0 && html` checked`
    }>${types[type].label}</label>`,
)}
<label class="target"><span>${t('status.ADDRESS_LABEL')}</span><input name="target" required maxlength="2048" autocomplete="email" placeholder="${
    types[subscriptions[0] ?? 'email'].example
  }"></label>
<button type="submit">${t('status.SUBSCRIBE')}</button>
<p class="result" role="status"></p>
</form>`
}
<p class="feeds"><a href="/status/feed.atom">Atom</a> <a href="/status/feed.rss">RSS</a> <a href="/status/calendar.ics">${t(
    'status.CALENDAR',
  )}</a> <a href="/api/status/page">JSON</a></p>
</div></section>`
}

/** Code to copy into other pages. */
function embed({ t }: Reader, config: PublicConfig, origin: string): Html {
  const frame = `<iframe src="${origin}/status/embed" title="${config.title}" width="320" height="72" style="border:0"></iframe>`
  const badge = `[![${config.title}](${origin}/status/badge.svg)](${origin}/status)`
  const code = (label: string, text: string) =>
    html`<div class="code"><p>${label}</p><pre tabindex="0"><code>${text}</code></pre><button type="button" class="copy" hidden>${t(
      'status.COPY',
    )}</button></div>`
  return html`<details class="embed"><summary>${t('status.EMBED')}</summary>
<p><img src="/status/badge.svg" alt="${t('status.BADGE')}" height="20"></p>
${code(t('status.EMBED_BADGE'), badge)}
${code(t('status.EMBED_FRAME'), frame)}
</details>`
}

/** The overview: what is going on, then every server and service. */
export function overview(reader: Reader, page: PublicPage, { now, origin }: { now: number; origin: string }): Html {
  const { config, incidents } = page
  const names = namesOf(page.servers)
  return html`${banner(reader, page, now)}
${config.description !== null && html`<p class="description">${config.description}</p>`}
${config.content_html !== null && html`<div class="prose content">${sanitized(config.content_html)}</div>`}
<div class="blocks" data-live="blocks">
${
  incidents.active.length > 0 &&
  section(
    'incidents',
    reader.t('status.INCIDENTS'),
    html`${incidents.active.map((incident) => incidentCard(reader, incident, names))}`,
  )
}
${maintenances(reader, page, names)}
${services(reader, page)}
${servers(reader, page)}
${recent(reader, page, names)}
</div>
${subscribe(reader, config)}
${embed(reader, config, origin)}`
}
