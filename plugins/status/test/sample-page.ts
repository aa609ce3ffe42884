import type { PublicPage, PublicServer, PublicServerDetail, UptimeDay } from '../src/status-schema.ts'

/** The end of the data, in milliseconds. */
export const sampleNow = Date.UTC(2026, 10, 23, 12)
const dayMs = 86_400_000
const at = (hoursAgo: number) => new Date(sampleNow - hoursAgo * 3_600_000).toISOString()
const date = (index: number) => new Date(sampleNow - (89 - index) * dayMs).toISOString().slice(0, 10)

/** Ninety days; `bad` has the minutes of downtime by the position of the day, `empty` that many without data. */
const sampleDays = (bad: Readonly<Record<number, number>> = {}, empty = 0): UptimeDay[] =>
  Array.from({ length: 90 }, (_, index) => {
    const total = index < empty ? 0 : 1440
    const down = total === 0 ? 0 : (bad[index] ?? 0)
    return {
      date: date(index),
      online_minutes: total - down,
      total_minutes: total,
      uptime_percent: total === 0 ? 0 : ((total - down) / total) * 100,
      downtime_incidents: down > 0 ? 1 : 0,
      maintenance_minutes: index === 60 ? 30 : 0,
    }
  })

const gib = 1024 ** 3

export const sampleServer = (name: string, more: Partial<PublicServer> = {}): PublicServer => ({
  ...{ id: `id-of-${name}`, name, group_name: null, region: 'Frankfurt', country_code: 'DE', public_remark: null },
  ...{ os: 'Debian 13', online: true, degraded: false, in_maintenance: false },
  metrics: {
    ...{ cpu: 23.4, mem_used: 12.7 * gib, mem_total: 16 * gib, swap_used: 0, swap_total: 0 },
    ...{ disk_used: 372 * gib, disk_total: 400 * gib, disk_read_bytes_per_sec: 0, disk_write_bytes_per_sec: 0 },
    ...{ net_in_speed: 1_234_567, net_out_speed: 345_678, net_in_transfer: 9e12, net_out_transfer: 4e12 },
    ...{ load_1: 0.42, load_5: 0.4, load_15: 0.35, tcp_conn: 120, udp_conn: 8, process_count: 214, uptime: 1_234_567 },
  },
  uptime_percent: 99.97,
  uptime_daily: sampleDays(),
  ...more,
})

/** What a server page shows. */
export const sampleDetail: PublicServerDetail = {
  ...sampleServer('web-1', { uptime_daily: sampleDays({ 12: 9, 55: 30, 56: 400 }, 5), group_name: 'Web' }),
  ...{ cpu_name: 'AMD EPYC 7763', cpu_arch: 'x86_64', kernel_version: '6.12.1', agent_version: '0.1.0', cpu_cores: 8 },
  ...{ mem_total: 16 * gib, disk_total: 400 * gib, process_count: 214, tcp_conn: 120, udp_conn: 8 },
}

/** A page with some of everything. */
export const samplePage: PublicPage = {
  config: {
    ...{ enabled: true, title: 'Example Cloud', description: 'Servers and services of Example Cloud.' },
    content_html:
      '<p>Questions? <a href="https://example.com/support">Support</a> is there <strong>day and night</strong>.</p>',
    ...{ default_layout: 'grid', show_server_detail: true, show_network: false, show_ip_quality: false },
    ...{ show_incidents: true, show_maintenance: true, show_services: true },
    ...{ uptime_yellow_threshold: 99.5, uptime_red_threshold: 95, noindex: true },
    ...{ accent_color: null, logo_url: null, footer_text: 'Example Cloud Ltd.', subscriptions: ['email', 'webhook'] },
  },
  summary: {
    ...{ title: 'Example Cloud', state: 'degraded', servers: { total: 6, online: 5, in_maintenance: 1 } },
    ...{ services: { total: 2, up: 1, in_maintenance: 0 }, active_incidents: 1, ongoing_maintenances: 1 },
  },
  servers: [
    sampleServer('web-1', { group_name: 'Web', uptime_daily: sampleDays({ 12: 9, 55: 30, 56: 400 }, 5) }),
    sampleServer('web-2-with-a-rather-long-name.example.internal', { group_name: 'Web', public_remark: 'Standby' }),
    sampleServer('web-3', {
      group_name: 'Web',
      online: false,
      uptime_daily: sampleDays({ 89: 700 }, 70),
      uptime_percent: 96.4,
    }),
    sampleServer('db-1', { group_name: 'Databases', in_maintenance: true, country_code: 'SG', region: 'Singapore' }),
    sampleServer('db-2', {
      group_name: 'Databases',
      metrics: null,
      uptime_percent: null,
      uptime_daily: sampleDays({}, 90),
    }),
    sampleServer('bastion', { region: null, country_code: null, os: null }),
  ],
  services: [
    {
      ...{ id: 'api', name: 'API', status: 'up', in_maintenance: false, latency: 42, uptime_percent: 99.98 },
      uptime_daily: sampleDays({ 30: 5 }).map(({ date, uptime_percent }, index) => ({
        ...{ date, checks: 1440, failures: index === 30 ? 5 : 0, uptime_percent },
      })),
    },
    {
      ...{ id: 'shop', name: 'Shop', status: 'down', in_maintenance: false, latency: null, uptime_percent: 98.2 },
      uptime_daily: sampleDays({ 89: 300 }).map(({ date, uptime_percent }, index) => ({
        ...{ date, checks: 288, failures: index === 89 ? 60 : 0, uptime_percent },
      })),
    },
  ],
  incidents: {
    has_more: false,
    active: [
      {
        ...{ id: 'i1', title: 'Shop does not load', severity: 'major', status: 'identified', created_at: at(3) },
        ...{ resolved_at: null, server_ids: ['id-of-web-3'] },
        updates: [
          {
            ...{ id: 'u1', status: 'investigating', created_at: at(3), message: 'Looking into it' },
            message_html: '<p>We are looking into failing requests.</p>',
          },
          {
            ...{ id: 'u2', status: 'identified', created_at: at(1), message: 'A disk' },
            message_html: '<p>A disk of <code>web-3</code> failed; traffic is being moved.</p>',
          },
        ],
      },
    ],
    recent: [
      {
        ...{
          id: 'i2',
          title: 'Slow responses in Singapore',
          severity: 'minor',
          status: 'resolved',
          created_at: at(70),
        },
        ...{ resolved_at: at(66), server_ids: ['id-of-db-1'] },
        updates: [
          {
            ...{ id: 'u3', status: 'resolved', created_at: at(66), message: 'Fixed' },
            message_html: '<p>A cable was replaced.</p>',
          },
        ],
      },
    ],
  },
  maintenances: [
    {
      ...{ id: 'm1', title: 'Database upgrade', description: 'x', description_html: '<p>Version 18.</p>' },
      ...{ start_at: at(1), end_at: at(-2), in_progress: true, recurring: false, all_servers: false },
      server_ids: ['id-of-db-1'],
    },
    {
      ...{ id: 'm2', title: 'Weekly updates', description: null, description_html: null },
      ...{ start_at: at(-40), end_at: at(-41), in_progress: false, recurring: true, all_servers: true, server_ids: [] },
    },
  ],
}
