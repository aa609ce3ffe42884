import type { TextCode } from '@svc/protocol/text'
import { incidentTexts } from '../state-texts.ts'
import type { MaintenanceState, PublicIncident, PublicMaintenance, PublicServer, Severity } from '../status-schema.ts'
import { type Html, html, sanitized } from './html.ts'
import { icon, type Mark } from './icons.ts'
import type { Reader } from './reader.ts'

const severityTexts: Readonly<Record<Severity, TextCode>> = {
  minor: 'status.SEVERITY_MINOR',
  major: 'status.SEVERITY_MAJOR',
  critical: 'status.SEVERITY_CRITICAL',
}
const severityMarks: Readonly<Record<Severity, Mark>> = { minor: 'degraded', major: 'degraded', critical: 'down' }

/** Names of servers by id. */
export type ServerNames = ReadonlyMap<string, string>

export const namesOf = (servers: readonly Pick<PublicServer, 'id' | 'name'>[]): ServerNames =>
  new Map(servers.map(({ id, name }) => [id, name]))

function affected({ t, format }: Reader, ids: readonly string[], names: ServerNames, all = false): Html | false {
  const known = ids.flatMap((id) => names.get(id) ?? [])
  if (!all && known.length === 0) return false
  const servers = all ? t('status.ALL_SERVERS') : format.list(known)
  return html`<p class="affected">${t('status.AFFECTED', { servers })}</p>`
}

/** An incident with its updates, the newest first. */
export function incidentCard(reader: Reader, incident: PublicIncident, names: ServerNames): Html {
  const { t, time } = reader
  const { id, title, severity, status, server_ids, updates, created_at, resolved_at } = incident
  const resolved = resolved_at !== null
  return html`<article class="card incident is-${resolved ? 'resolved' : severity}" id="incident-${id}">
<header><h3>${icon(resolved ? 'ok' : severityMarks[severity])}<a href="#incident-${id}">${title}</a></h3>
<p class="tags"><span class="tag">${t(incidentTexts[status].code)}</span><span class="tag">${t(severityTexts[severity])}</span></p></header>
${affected(reader, server_ids, names)}
<ol class="updates">${updates.toReversed().map(
    (update) => html`<li><p class="when"><b>${t(incidentTexts[update.status].code)}</b> ${time(update.created_at)}</p>
<div class="prose">${sanitized(update.message_html)}</div></li>`,
  )}</ol>
<p class="when">${t('status.STARTED')} ${time(created_at)}${resolved && html` · ${t(incidentTexts.resolved.code)} ${time(resolved_at)}`}</p>
</article>`
}

const maintenanceTexts: Readonly<Record<Extract<MaintenanceState, 'planned' | 'in_progress' | 'ended'>, TextCode>> = {
  planned: 'status.PLANNED',
  in_progress: 'status.IN_PROGRESS',
  ended: 'status.ENDED',
}

/** A maintenance window; `state` because the history shows past ones. */
export function maintenanceCard(
  reader: Reader,
  window: PublicMaintenance,
  names: ServerNames,
  state: keyof typeof maintenanceTexts,
): Html {
  const { t, time } = reader
  const { id, title, description_html, start_at, end_at, recurring, all_servers, server_ids } = window
  return html`<article class="card incident is-maintenance" id="maintenance-${id}-${Date.parse(start_at) / 1000}">
<header><h3>${icon(state === 'ended' ? 'ok' : 'maintenance')}${title}</h3>
<p class="tags"><span class="tag">${t(maintenanceTexts[state])}</span>${recurring && html`<span class="tag">${t('status.RECURRING')}</span>`}</p></header>
<p class="when">${time(start_at)} – ${time(end_at)}</p>
${affected(reader, server_ids, names, all_servers)}
${description_html !== null && html`<div class="prose">${sanitized(description_html)}</div>`}
</article>`
}
