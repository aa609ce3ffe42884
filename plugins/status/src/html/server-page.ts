import type { PublicConfig, PublicMetricsPoint, PublicServerDetail } from '../status-schema.ts'
import { type ChartOptions, chart } from './chart.ts'
import { type Html, html } from './html.ts'
import { icon } from './icons.ts'
import type { Reader } from './reader.ts'
import { serverDays, serverState, thresholdsOf, uptimeLine } from './server-items.ts'
import { dayState, dayStates, uptimeBar } from './uptime-bar.ts'

const hour = 3_600_000

/** The ranges of the charts, by the value of `range` in the address. */
export const ranges = {
  '24h': { ms: 24 * hour, code: 'status.RANGE_DAY' },
  '7d': { ms: 7 * 24 * hour, code: 'status.RANGE_WEEK' },
  '30d': { ms: 30 * 24 * hour, code: 'status.RANGE_MONTH' },
} as const
export type RangeName = keyof typeof ranges

export interface ServerPageOptions {
  readonly config: PublicConfig
  readonly server: PublicServerDetail
  readonly range: RangeName
  /** epoch milliseconds */
  readonly from: number
  readonly to: number
  readonly points: readonly PublicMetricsPoint[]
}

function facts({ t, format }: Reader, server: PublicServerDetail): Html {
  const { metrics } = server
  const cpu = [server.cpu_name, server.cpu_cores === null ? null : t('status.CORES', { count: server.cpu_cores })]
  const rows = [
    [t('status.OS'), [server.os, server.kernel_version]],
    [t('status.CPU'), cpu],
    [t('status.ARCHITECTURE'), [server.cpu_arch]],
    [t('status.MEMORY'), [server.mem_total === null ? null : format.bytes(server.mem_total)]],
    [t('status.DISK'), [server.disk_total === null ? null : format.bytes(server.disk_total)]],
    [t('status.RUNNING_FOR'), [metrics && server.online ? format.duration(metrics.uptime) : null]],
    [t('status.LOAD'), [metrics && format.number(metrics.load_1, 2)]],
    [t('status.PROCESSES'), [server.process_count === null ? null : format.number(server.process_count)]],
    [t('status.AGENT'), [server.agent_version]],
    [t('status.REGION'), [server.region]],
  ] as const
  return html`<dl class="card details">${rows.map(([label, parts]) => {
    const known = parts.filter((part) => part !== null && part !== '')
    return known.length > 0 && html`<div><dt>${label}</dt><dd>${known.join(' · ')}</dd></div>`
  })}</dl>`
}

/** Every day with downtime as a row: what the bar shows to the pointer. */
function badDays(reader: Reader, { config, server }: ServerPageOptions): Html | false {
  const { t, format } = reader
  const days = serverDays(reader, server.uptime_daily).filter(({ notes }) => notes.length > 0)
  if (days.length === 0) return false
  return html`<details class="days"><summary>${t('status.DAYS_WITH_EVENTS', { count: days.length })}</summary>
<table><thead><tr><th scope="col">${t('status.DAY')}</th><th scope="col">${t('status.UPTIME')}</th><th scope="col">${t(
    'status.EVENTS',
  )}</th></tr></thead><tbody>${days.toReversed().map(({ date, percent, notes }) => {
    const state = dayState(percent, thresholdsOf(config))
    const code = dayStates.find((one) => one.state === state)?.code ?? 'status.DAY_NONE'
    return html`<tr><th scope="row">${format.date(date)}</th><td>${percent === null ? t(code) : format.percent(percent, 2)}</td><td>${notes.join(
      ' · ',
    )}</td></tr>`
  })}</tbody></table></details>`
}

function charts(reader: Reader, { points, from, to, server }: ServerPageOptions): Html {
  const { t } = reader
  const times = points.map(({ time }) => Date.parse(time))
  const column = (name: Exclude<keyof PublicMetricsPoint, 'time'>) => points.map((point) => point[name])
  const share = (name: 'mem_used' | 'disk_used', total: number | null) =>
    points.map((point) => (total ? (point[name] / total) * 100 : null))
  const all: Pick<ChartOptions, 'title' | 'unit' | 'series' | 'max'>[] = [
    { title: t('status.CPU'), unit: 'percent', max: 100, series: [{ label: t('status.CPU'), values: column('cpu') }] },
    {
      ...{ title: t('status.MEMORY'), unit: 'percent', max: 100 },
      series: [{ label: t('status.MEMORY'), values: share('mem_used', server.mem_total) }],
    },
    {
      ...{ title: t('status.NETWORK'), unit: 'rate' },
      series: [
        { label: t('status.NETWORK_IN'), values: column('net_in_speed') },
        { label: t('status.NETWORK_OUT'), values: column('net_out_speed') },
      ],
    },
    {
      ...{ title: t('status.DISK'), unit: 'percent', max: 100 },
      series: [{ label: t('status.DISK'), values: share('disk_used', server.disk_total) }],
    },
    { title: t('status.LOAD'), unit: 'number', series: [{ label: t('status.LOAD_1'), values: column('load1') }] },
  ]
  const shown = all.map((one) => chart(reader, { ...one, times, from, to })).filter((one) => one !== false)
  return shown.length > 0
    ? html`<div class="charts">${shown}</div>`
    : html`<p class="empty">${t('status.NO_MEASUREMENTS')}</p>`
}

/** A server: its state, uptime, facts and charts. */
export function serverPage(reader: Reader, options: ServerPageOptions, network: Html | false): Html {
  const { t, link } = reader
  const { server, config, range } = options
  const { id, name, uptime_daily, uptime_percent } = server
  const days = serverDays(reader, uptime_daily)
  const state = serverState(reader, server)
  return html`<p class="back"><a href="${link('/status')}">${t('status.ALL_SERVERS')}</a></p>
<section class="banner is-${state.mark}" data-live="banner">${icon(state.mark)}<div><h1>${name}</h1><p>${state.label}${
    server.group_name !== null && ` · ${server.group_name}`
  }</p></div></section>
<div class="blocks" data-live="blocks">
${
  uptime_daily.length > 0 &&
  html`<section class="block"><header><h2>${t('status.UPTIME')}</h2>${uptimeLine(reader, uptime_percent, days)}</header><div class="card uptime-wide">${uptimeBar(
    reader,
    {
      ...{ id: `server-${id}`, name, percent: uptime_percent },
      ...{ days, thresholds: thresholdsOf(config) },
    },
  )}<p class="ends"><span>${t('status.DAYS_AGO', { count: 90 })}</span><span>${t('status.TODAY')}</span></p>${badDays(
    reader,
    options,
  )}</div></section>`
}
<section class="block"><header><h2>${t('status.DETAILS')}</h2></header>${facts(reader, server)}</section>
<section class="block"><header><h2>${t('status.METRICS')}</h2><nav class="ranges" aria-label="${t('status.RANGE')}">${Object.entries(
    ranges,
  ).map(
    ([one, { code }]) =>
      html`<a href="${link(`/status/server/${id}?range=${one}`)}"${one === range && html` aria-current="true"`}>${t(code)}</a>`,
  )}</nav></header>${charts(reader, options)}</section>
${network}
</div>`
}
