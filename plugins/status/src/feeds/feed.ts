import { text } from '@svc/plugin-sdk'
import { escapeMarkup, printable } from '../markdown.ts'
import { incidentTexts } from '../state-texts.ts'
import type { PublicIncident, PublicMaintenance } from '../status-schema.ts'
import type { FeedSource } from './feed-source.ts'

const maxItems = 50

const timeOf = (incident: PublicIncident) =>
  incident.updates.at(-1)?.created_at ?? incident.resolved_at ?? incident.created_at

/** Incidents and maintenance windows as Atom or RSS, newest first. */
export async function renderFeed(format: 'atom' | 'rss', source: FeedSource): Promise<string> {
  const { origin, config, incidents, maintenances, textOf, now } = source
  // Loaded on first use.
  const { Feed } = await import('feed')
  const link = `${origin}/status`

  const incidentItem = (incident: PublicIncident) => {
    const status = textOf(incidentTexts[incident.status])
    const updates = incident.updates
      .toReversed()
      .map((update) => `<p><strong>${escapeMarkup(update.created_at)}</strong></p>${update.message_html}`)
    return {
      title: printable(`${status}: ${incident.title}`),
      id: `${link}#incident-${incident.id}`,
      guid: `${link}#incident-${incident.id}`,
      link: `${link}#incident-${incident.id}`,
      date: new Date(timeOf(incident)),
      published: new Date(incident.created_at),
      content: printable(updates.join('\n')),
    }
  }
  const windowItem = (window: PublicMaintenance) => ({
    title: printable(`${textOf(text('status.MAINTENANCE'))}: ${window.title}`),
    id: `${link}#maintenance-${window.id}-${window.start_at}`,
    guid: `${link}#maintenance-${window.id}-${window.start_at}`,
    link: `${link}#maintenance-${window.id}`,
    // A planned window is news today.
    date: new Date(Math.min(Date.parse(window.start_at), now)),
    content: printable(
      `<p>${escapeMarkup(`${window.start_at} – ${window.end_at}`)}</p>${window.description_html ?? ''}`,
    ),
  })
  const items = [...incidents.active, ...incidents.recent]
    .map(incidentItem)
    .concat(maintenances.map(windowItem) as ReturnType<typeof incidentItem>[])
    .toSorted((a, b) => b.date.getTime() - a.date.getTime())
    .slice(0, maxItems)
  const feed = new Feed({
    id: link,
    title: printable(config.title),
    ...(config.description !== null && { description: printable(config.description) }),
    link,
    updated: items[0]?.date ?? new Date(now),
    generator: 'svc',
    feedLinks: { atom: `${origin}/status/feed.atom`, rss: `${origin}/status/feed.rss` },
  })
  for (const item of items) feed.addItem(item)
  return format === 'atom' ? feed.atom1() : feed.rss2()
}
