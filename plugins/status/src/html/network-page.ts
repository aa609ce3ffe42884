import type { NetworkAnomaly, NetworkOverview, NetworkSummary } from '@svc/plugin-probes/contract'
import type { TextCode } from '@svc/protocol/text'
import { pathOf } from './chart.ts'
import { type Html, html } from './html.ts'
import type { Reader } from './reader.ts'

const percent = ({ format }: Reader, share: number | null) => (share === null ? '–' : format.percent(share * 100, 1))
const latency = ({ format }: Reader, value: number | null) => (value === null ? '–' : format.ms(value))

/** The targets of a server with their measurements of the last day. */
function targetTable(reader: Reader, { targets }: Pick<NetworkSummary, 'targets'>): Html {
  const { t } = reader
  return html`<div class="scrolling" tabindex="0" role="region" aria-label="${t('status.TARGETS')}"><table class="measurements"><thead><tr><th scope="col">${t('status.TARGET')}</th><th scope="col">${t(
    'status.LATENCY',
  )}</th><th scope="col">${t('status.PACKET_LOSS')}</th><th scope="col">${t('status.AVAILABILITY')}</th></tr></thead><tbody>${targets.map(
    (target) =>
      html`<tr><th scope="row">${target.target_name}<small>${[target.provider, target.location].filter(Boolean).join(' · ')}</small></th><td>${latency(
        reader,
        target.avg_latency,
      )}</td><td>${percent(reader, target.packet_loss)}</td><td>${percent(reader, target.availability)}</td></tr>`,
  )}</tbody></table></div>`
}

const line = (values: readonly (number | null)[]): Html | false => {
  const known = values.filter((value) => value !== null)
  return (
    known.length > 1 &&
    html`<svg class="sparkline" viewBox="0 0 600 120" preserveAspectRatio="none" aria-hidden="true"><path class="line line-1" d="${pathOf(
      values,
      Math.max(...known, 1),
    )}"/></svg>`
  )
}

/** Network quality of all servers over the last day. */
export function networkPage(reader: Reader, servers: readonly NetworkOverview[]): Html {
  const { t } = reader
  const measured = servers.filter(({ targets }) => targets.length > 0)
  return html`<h1>${t('status.NETWORK_QUALITY')}</h1><p class="lead">${t('status.LAST_DAY')}</p>
<div class="blocks" data-live="blocks">${
    measured.length === 0
      ? html`<p class="empty">${t('status.NO_MEASUREMENTS')}</p>`
      : measured.map(
          (server) =>
            html`<section class="card network" id="network-${server.server_id}"><header><h2>${server.server_name}</h2>${line(
              server.latency_sparkline,
            )}</header>${targetTable(reader, server)}</section>`,
        )
  }</div>`
}

const anomalyTexts: Readonly<Record<NetworkAnomaly['anomaly_type'], TextCode>> = {
  unreachable: 'status.UNREACHABLE',
  very_high_latency: 'status.VERY_HIGH_LATENCY',
  high_latency: 'status.HIGH_LATENCY',
  very_high_packet_loss: 'status.VERY_HIGH_LOSS',
  high_packet_loss: 'status.HIGH_LOSS',
}

/** Network quality of one server, for its page. */
export function networkSection(
  reader: Reader,
  { summary, anomalies }: { readonly summary: NetworkSummary; readonly anomalies: readonly NetworkAnomaly[] },
): Html | false {
  const { t, time } = reader
  if (summary.targets.length === 0) return false
  return html`<section class="block"><header><h2>${t('status.NETWORK_QUALITY')}</h2><p class="lead">${t('status.LAST_DAY')}</p></header>
<div class="card">${targetTable(reader, summary)}${
    anomalies.length > 0 &&
    html`<details class="days"><summary>${t('status.ANOMALIES', { count: anomalies.length })}</summary><ul class="anomalies">${anomalies.map(
      ({ timestamp, target_name, anomaly_type }) =>
        html`<li>${time(timestamp)} ${target_name}: ${t(anomalyTexts[anomaly_type])}</li>`,
    )}</ul></details>`
  }</div></section>`
}
