import type { PublicIpQuality } from '../status-schema.ts'
import { type Html, html } from './html.ts'
import { icon, type Mark } from './icons.ts'
import type { ServerNames } from './incident-cards.ts'
import { ipQualityText } from './ip-quality-texts.ts'
import type { Reader } from './reader.ts'

/** What else is reported is unknown. */
const marks: ReadonlyMap<string, Mark> = new Map([
  ['unlocked', 'ok'],
  ['restricted', 'degraded'],
  ['blocked', 'down'],
])

/** Which services work from which server, with the reputation of its address. */
export function ipQualityPage(reader: Reader, { entries, services }: PublicIpQuality, names: ServerNames): Html {
  const { t, format } = reader
  const known = entries.filter(({ server_id }) => names.has(server_id))
  if (known.length === 0)
    return html`<h1>${t('status.IP_QUALITY')}</h1><p class="empty">${t('status.NO_MEASUREMENTS')}</p>`
  return html`<h1>${t('status.IP_QUALITY')}</h1>
<div class="blocks" data-live="blocks"><div class="card scrolling" tabindex="0" role="region" aria-label="${t('status.IP_QUALITY')}"><table class="measurements"><thead><tr><th scope="col">${t(
    'status.SERVER',
  )}</th><th scope="col">${t('status.IP_TYPE')}</th><th scope="col">${t('status.IP_RISK')}</th>${services.map(
    ({ name }) => html`<th scope="col">${name}</th>`,
  )}</tr></thead><tbody>${known.map(({ server_id, ip_quality, unlock_results }) => {
    const results = new Map(unlock_results.map((result) => [result.service_id, result]))
    return html`<tr><th scope="row">${names.get(server_id)}${
      ip_quality?.country && html`<small>${ip_quality.country}</small>`
    }</th><td>${ip_quality ? ipQualityText(t, 'type', ip_quality.ip_type) : '–'}</td><td>${
      ip_quality
        ? [
            ip_quality.risk_score === null ? null : format.number(ip_quality.risk_score),
            ipQualityText(t, 'risk', ip_quality.risk_level),
          ]
            .filter((part) => part !== null)
            .join(' · ')
        : '–'
    }</td>${services.map(({ id }) => {
      const result = results.get(id)
      if (!result) return html`<td>–</td>`
      return html`<td>${icon(marks.get(result.status) ?? 'unknown')} ${ipQualityText(t, 'unlock', result.status)}${result.region && html`<small>${result.region}</small>`}</td>`
    })}</tr>`
  })}</tbody></table></div></div>`
}
