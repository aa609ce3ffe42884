import type { PublicHistory } from '../status-schema.ts'
import { type Html, html } from './html.ts'
import { incidentCard, maintenanceCard, type ServerNames } from './incident-cards.ts'
import type { Reader } from './reader.ts'

/** The month before (-1) or after (1), as `2026-11`. */
export function monthBeside(month: string, step: -1 | 1): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + step)).toISOString().slice(0, 7)
}

/** Incidents and maintenance of a month, newest first; `now` in milliseconds. */
export function historyPage(reader: Reader, history: PublicHistory, names: ServerNames, now: number): Html {
  const { t, link, language } = reader
  const { month, incidents, maintenances } = history
  const title = new Intl.DateTimeFormat(language.tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const label = (of: string) => title.format(new Date(`${of}-01T00:00:00Z`))
  const [before, after] = [monthBeside(month, -1), monthBeside(month, 1)]
  const isLast = month >= new Date(now).toISOString().slice(0, 7)
  const entries = [
    ...incidents.map((one) => ({ at: one.created_at, card: incidentCard(reader, one, names) })),
    ...maintenances.map((one) => ({
      at: one.start_at,
      card: maintenanceCard(
        reader,
        one,
        names,
        one.in_progress ? 'in_progress' : Date.parse(one.end_at) < now ? 'ended' : 'planned',
      ),
    })),
  ].sort((a, b) => b.at.localeCompare(a.at))
  return html`<h1>${t('status.HISTORY')}</h1>
<nav class="months" aria-label="${t('status.MONTHS')}"><a rel="prev" href="${link(`/status/history?month=${before}`)}">← ${label(before)}</a>
<h2>${label(month)}</h2>
${isLast ? html`<span></span>` : html`<a rel="next" href="${link(`/status/history?month=${after}`)}">${label(after)} →</a>`}</nav>
<div class="blocks" data-live="blocks">${
    entries.length > 0 ? entries.map(({ card }) => card) : html`<p class="empty">${t('status.EMPTY_MONTH')}</p>`
  }</div>`
}
