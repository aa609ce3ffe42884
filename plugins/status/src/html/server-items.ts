import type { PublicConfig, PublicServer, PublicService, UptimeDay } from '../status-schema.ts'
import { flag } from './flag.ts'
import { type Html, html } from './html.ts'
import { icon, type Mark } from './icons.ts'
import type { Reader } from './reader.ts'
import { type BarDay, type Thresholds, uptimeBar } from './uptime-bar.ts'

export const thresholdsOf = (config: PublicConfig): Thresholds => ({
  yellow: config.uptime_yellow_threshold,
  red: config.uptime_red_threshold,
})

/** Days of a server with what happened on them. */
export function serverDays({ t }: Reader, days: readonly UptimeDay[]): BarDay[] {
  const minutes = (value: number) => ({ value: value * 60, unit: 'duration' as const })
  return days.map(({ date, online_minutes, total_minutes, downtime_incidents, maintenance_minutes }) => {
    const down = Math.max(0, total_minutes - online_minutes)
    return {
      date,
      // Truncated: only a day without downtime has 100 %.
      percent: total_minutes > 0 ? Math.floor((online_minutes / total_minutes) * 10_000) / 100 : null,
      notes: [
        ...(down > 0 ? [t('status.DAY_DOWNTIME', { span: minutes(down) })] : []),
        ...(downtime_incidents > 0 ? [t('status.DAY_OUTAGES', { count: downtime_incidents })] : []),
        ...(maintenance_minutes > 0 ? [t('status.DAY_MAINTENANCE', { span: minutes(maintenance_minutes) })] : []),
      ],
    }
  })
}

const serviceDays = ({ t }: Reader, days: PublicService['uptime_daily']): BarDay[] =>
  days.map(({ date, checks, failures, uptime_percent }) => ({
    date,
    percent: uptime_percent,
    notes: failures > 0 ? [t('status.DAY_FAILURES', { failures, checks })] : [],
  }))

/** The state of a server, as an icon and in words. */
export function serverState(
  { t }: Reader,
  { online, degraded, in_maintenance }: PublicServer,
): { mark: Mark; label: string } {
  if (in_maintenance) return { mark: 'maintenance', label: t('status.IN_MAINTENANCE') }
  if (degraded) return { mark: 'degraded', label: t('status.STATE_DEGRADED') }
  return online ? { mark: 'ok', label: t('status.ONLINE') } : { mark: 'down', label: t('status.OFFLINE') }
}

/** A share as a bar: SVG, because the policy of the page allows no inline styles. */
function meter(reader: Reader, label: string, used: number, total: number): Html {
  const share = total > 0 ? Math.min(100, (used / total) * 100) : 0
  const level = share > 90 ? 'high' : share > 70 ? 'raised' : 'normal'
  return html`<div class="metric"><dt>${label}</dt><dd>${reader.format.percent(share, 0)}<svg class="meter is-${level}" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><path d="M0 2H100"/><path class="used" d="M0 2H${share.toFixed(1)}"/></svg></dd></div>`
}

const metric = (label: string, value: string): Html =>
  html`<div class="metric"><dt>${label}</dt><dd>${value}</dd></div>`

function liveMetrics(reader: Reader, { metrics, online }: PublicServer): Html | false {
  if (!metrics || !online) return false
  const { t, format } = reader
  return html`<dl class="metrics">${meter(reader, t('status.CPU'), metrics.cpu, 100)}${meter(
    reader,
    t('status.MEMORY'),
    metrics.mem_used,
    metrics.mem_total,
  )}${meter(reader, t('status.DISK'), metrics.disk_used, metrics.disk_total)}${metric(
    t('status.NETWORK_IN'),
    format.rate(metrics.net_in_speed),
  )}${metric(t('status.NETWORK_OUT'), format.rate(metrics.net_out_speed))}</dl>`
}

/** The uptime, and since when if less than all of the days is known. */
export function uptimeLine({ t, format }: Reader, percent: number | null, days: readonly BarDay[]): Html {
  const first = days.findIndex((day) => day.percent !== null)
  const since =
    first > 0 &&
    html` <span class="since">${t('status.UPTIME_SINCE', { date: format.date(days[first]?.date ?? '') })}</span>`
  return html`<p class="percent">${percent === null ? '–' : format.percent(percent, 2)}${since}</p>`
}

/** One server: a card in the grid, a row in the list; the styles decide. */
export function serverItem(reader: Reader, server: PublicServer, config: PublicConfig): Html {
  const { id, name, region, country_code, os, public_remark, uptime_daily, uptime_percent } = server
  const state = serverState(reader, server)
  const days = serverDays(reader, uptime_daily)
  const facts = [region, os, public_remark].filter((fact) => fact !== null && fact !== '')
  return html`<li class="item" id="server-${id}">
<div class="head"><h3>${icon(state.mark)}${flag(country_code)}${
    config.show_server_detail ? html`<a href="${reader.link(`/status/server/${id}`)}">${name}</a>` : name
  }</h3><p class="state is-${state.mark}">${state.label}</p></div>
${facts.length > 0 && html`<p class="facts">${facts.join(' · ')}</p>`}
${liveMetrics(reader, server)}
${
  uptime_daily.length > 0 &&
  html`<div class="uptime">${uptimeBar(reader, {
    id: `server-${id}`,
    name,
    days,
    percent: uptime_percent,
    thresholds: thresholdsOf(config),
  })}${uptimeLine(reader, uptime_percent, days)}</div>`
}
</li>`
}

const serviceMarks = {
  up: ['ok', 'status.SERVICE_UP'],
  down: ['down', 'status.SERVICE_DOWN'],
  unknown: ['unknown', 'status.SERVICE_UNKNOWN'],
} as const

export function serviceItem(reader: Reader, service: PublicService, config: PublicConfig): Html {
  const { id, name, status, in_maintenance, latency, uptime_daily, uptime_percent } = service
  const days = serviceDays(reader, uptime_daily)
  const [mark, code] = in_maintenance ? (['maintenance', 'status.IN_MAINTENANCE'] as const) : serviceMarks[status]
  return html`<li class="item" id="service-${id}">
<div class="head"><h3>${icon(mark)}${name}</h3><p class="state is-${mark}">${reader.t(code)}</p></div>
${latency !== null && html`<p class="facts">${reader.format.ms(latency)}</p>`}
<div class="uptime">${uptimeBar(reader, {
    id: `service-${id}`,
    name,
    days,
    percent: uptime_percent,
    thresholds: thresholdsOf(config),
  })}${uptimeLine(reader, uptime_percent, days)}</div>
</li>`
}
