/** A simulated host. */
export interface Host {
  readonly name: string
  /** how busy it is, from 0 to 1 */
  readonly load: number
  readonly cores: number
  /** GiB */
  readonly memory: number
  /** GiB */
  readonly disk: number
  /** share of its disk that is used */
  readonly full: number
  readonly os: string
  readonly cpu: string
  readonly group: 'Production' | 'Edge' | 'Office'
  readonly tags: readonly string[]
  readonly country: string
  /** hours that its clock is ahead of UTC, which is when people are awake */
  readonly zone: number
  readonly price?: { readonly price: number; readonly currency: string; readonly trafficTb?: number }
  readonly gpus?: readonly string[]
  /** programs in its list of processes, the busiest first */
  readonly programs: readonly (readonly [name: string, user: string, command: string])[]
  /** when its agent was away, in hours ago; until 0: it still is */
  readonly away?: readonly (readonly [from: number, to: number])[]
}

const epyc = 'AMD EPYC 9354P'
const xeon = 'Intel Xeon Gold 6526Y'
const nginx = ['nginx', 'www-data', 'nginx: worker process'] as const
const postgres = ['postgres', 'postgres', 'postgres: main: shop shop 10.0.0.14 SELECT'] as const
const sshd = ['sshd', 'root', 'sshd: /usr/sbin/sshd -D [listener]'] as const
const journald = ['systemd-journald', 'root', '/usr/lib/systemd/systemd-journald'] as const

/** Whether its agent is away now. */
export const isOffline = ({ away = [] }: Host): boolean => away.some(([, to]) => to === 0)

/** The fleet: databases, an edge in three places, and what a small company has besides. */
export const hosts: readonly Host[] = [
  {
    ...{
      name: 'db-1',
      load: 0.7,
      cores: 16,
      memory: 128,
      disk: 2000,
      full: 0.82,
      os: 'Debian GNU/Linux 13',
      cpu: epyc,
    },
    ...{ group: 'Production', tags: ['postgres', 'primary'], country: 'DE', zone: 1 },
    price: { price: 189, currency: 'EUR', trafficTb: 20 },
    programs: [postgres, ['pgbouncer', 'postgres', '/usr/sbin/pgbouncer /etc/pgbouncer/pgbouncer.ini'], sshd, journald],
  },
  {
    ...{ name: 'db-2', load: 0.3, cores: 16, memory: 128, disk: 2000, full: 0.8, os: 'Debian GNU/Linux 13', cpu: epyc },
    ...{ group: 'Production', tags: ['postgres', 'replica'], country: 'DE', zone: 1 },
    price: { price: 189, currency: 'EUR', trafficTb: 20 },
    programs: [postgres, ['pg_basebackup', 'postgres', 'pg_basebackup -D /srv/backup -X stream'], sshd, journald],
  },
  {
    ...{ name: 'web-1', load: 0.45, cores: 8, memory: 16, disk: 320, full: 0.46, os: 'Debian GNU/Linux 13', cpu: epyc },
    ...{ group: 'Production', tags: ['nginx', 'shop'], country: 'DE', zone: 1 },
    price: { price: 34.9, currency: 'EUR', trafficTb: 20 },
    programs: [
      ['node', 'shop', 'node /srv/shop/server.js'],
      nginx,
      ['redis-server', 'redis', 'redis-server 127.0.0.1:6379'],
      sshd,
    ],
  },
  {
    ...{ name: 'cdn-fra', load: 0.5, cores: 4, memory: 8, disk: 160, full: 0.4, os: 'Ubuntu 24.04', cpu: xeon },
    ...{ group: 'Edge', tags: ['cdn'], country: 'DE', zone: 1 },
    price: { price: 12, currency: 'EUR', trafficTb: 40 },
    programs: [nginx, ['varnishd', 'varnish', 'varnishd -a :6081 -s malloc,4G'], sshd, journald],
  },
  {
    ...{ name: 'cdn-hkg', load: 0.9, cores: 4, memory: 8, disk: 160, full: 0.55, os: 'Ubuntu 24.04', cpu: xeon },
    ...{
      group: 'Edge',
      tags: ['cdn'],
      country: 'HK',
      zone: 8,
      away: [
        [143, 142.6],
        [411, 410],
      ],
    },
    price: { price: 24, currency: 'USD', trafficTb: 30 },
    programs: [nginx, ['varnishd', 'varnish', 'varnishd -a :6081 -s malloc,4G'], sshd, journald],
  },
  {
    ...{ name: 'cdn-nyc', load: 0.4, cores: 4, memory: 8, disk: 160, full: 0.42, os: 'Ubuntu 24.04', cpu: xeon },
    ...{ group: 'Edge', tags: ['cdn'], country: 'US', zone: -5 },
    price: { price: 18, currency: 'USD', trafficTb: 40 },
    programs: [nginx, ['varnishd', 'varnish', 'varnishd -a :6081 -s malloc,4G'], sshd, journald],
  },
  {
    ...{ name: 'mail', load: 0.15, cores: 2, memory: 4, disk: 80, full: 0.93, os: 'AlmaLinux 9', cpu: xeon },
    ...{ group: 'Office', tags: ['mail'], country: 'NL', zone: 1, away: [[67, 66.8]] },
    price: { price: 6, currency: 'EUR' },
    programs: [
      ['rspamd', '_rspamd', 'rspamd: normal process'],
      ['dovecot', 'root', '/usr/sbin/dovecot -F'],
      ['master', 'root', '/usr/libexec/postfix/master -w'],
      sshd,
    ],
  },
  {
    ...{ name: 'build-1', load: 0.95, cores: 32, memory: 64, disk: 1000, full: 0.7, os: 'Fedora 43', cpu: epyc },
    ...{ group: 'Office', tags: ['ci'], country: 'FI', zone: 2 },
    price: { price: 79, currency: 'EUR' },
    programs: [
      ['cargo', 'ci', 'cargo build --release'],
      ['rustc', 'ci', 'rustc --crate-name shop src/lib.rs'],
      ['dockerd', 'root', '/usr/bin/dockerd -H fd://'],
      sshd,
    ],
  },
  {
    ...{ name: 'ml-1', load: 0.8, cores: 24, memory: 256, disk: 4000, full: 0.61, os: 'Ubuntu 24.04', cpu: epyc },
    ...{ group: 'Office', tags: ['gpu'], country: 'FI', zone: 2, gpus: ['NVIDIA L40S', 'NVIDIA L40S'] },
    price: { price: 899, currency: 'EUR' },
    programs: [
      ['python3', 'ml', 'python3 train.py --config base.yaml'],
      ['python3', 'ml', 'python3 -m vllm.entrypoints.openai.api_server'],
      sshd,
      journald,
    ],
  },
  {
    ...{ name: 'nas', load: 0.1, cores: 4, memory: 16, disk: 24_000, full: 0.78, os: 'Debian GNU/Linux 12', cpu: xeon },
    ...{ group: 'Office', tags: ['backup'], country: 'DE', zone: 1 },
    programs: [
      ['smbd', 'root', '/usr/sbin/smbd --foreground'],
      ['restic', 'backup', 'restic backup /srv'],
      sshd,
      journald,
    ],
  },
  {
    ...{ name: 'staging', load: 0.05, cores: 2, memory: 2, disk: 40, full: 0.3, os: 'Alpine Linux 3.23', cpu: xeon },
    ...{ group: 'Production', tags: ['shop'], country: 'DE', zone: 1, away: [[5, 0]] },
    price: { price: 4.5, currency: 'EUR' },
    programs: [],
  },
]
