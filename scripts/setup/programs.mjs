import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './child.mjs'

/** @typedef {{ program: string, packages: string[], purpose: string }} Need */

/**
 * System programs used by tests, and their packages in Debian and Ubuntu. A name is searched in PATH. The browser is the
 * headless shell of Chromium, which loads pages in half the time.
 * @type {Need[]}
 */
const needs = [
  {
    program: '/usr/bin/chromium-headless-shell',
    packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
    purpose: 'browser tests',
  },
  { program: '/usr/bin/chromium', packages: ['chromium'], purpose: 'tests of notifications in browsers' },
  { program: 'ping', packages: ['iputils-ping'], purpose: 'tests of the ICMP probes' },
  { program: '/usr/sbin/ip', packages: ['iproute2'], purpose: 'tests in networks of their own' },
  { program: '/usr/sbin/iptables', packages: ['iptables'], purpose: 'tests in networks of their own' },
  { program: '/usr/sbin/sysctl', packages: ['procps'], purpose: 'tests in networks of their own' },
  { program: 'mtr', packages: ['mtr-tiny'], purpose: 'tests of traceroutes' },
  { program: '/usr/sbin/dockerd', packages: ['docker.io'], purpose: 'tests of containers' },
  { program: '/usr/bin/podman', packages: ['podman'], purpose: 'tests of containers' },
  { program: '/bin/busybox', packages: ['busybox-static'], purpose: 'tests of containers' },
  { program: '/usr/lib/postgresql', packages: ['postgresql'], purpose: 'tests of database monitors' },
  { program: '/usr/sbin/mariadbd', packages: ['mariadb-server'], purpose: 'tests of database monitors' },
  { program: 'redis-server', packages: ['redis-server'], purpose: 'tests of database monitors' },
  { program: 'openssl', packages: ['openssl'], purpose: 'tests of database monitors' },
  { program: 'curl', packages: ['curl'], purpose: 'tests of the scripts in the documentation' },
  { program: 'shellcheck', packages: ['shellcheck'], purpose: 'tests of the installation script' },
  { program: '/usr/sbin/nginx', packages: ['nginx'], purpose: 'tests of reverse proxies' },
  { program: '/usr/bin/caddy', packages: ['caddy'], purpose: 'tests of reverse proxies' },
  { program: '/usr/bin/age', packages: ['age'], purpose: 'tests of encrypted backups' },
  { program: 'minisign', packages: ['minisign'], purpose: 'tests of releases' },
  { program: '/usr/sbin/nft', packages: ['nftables'], purpose: 'tests of security events and the firewall' },
  { program: '/usr/sbin/ipset', packages: ['ipset'], purpose: 'tests of the firewall' },
  { program: '/usr/lib/systemd/systemd-journald', packages: ['systemd'], purpose: 'tests of security events' },
  { program: 'vim', packages: ['vim'], purpose: 'tests of the terminal' },
  { program: 'htop', packages: ['htop'], purpose: 'tests of the terminal' },
  { program: 'tmux', packages: ['tmux'], purpose: 'tests of the terminal' },
]

/** @param {Need} need */
const isInstalled = ({ program }) =>
  program.includes('/')
    ? existsSync(program)
    : (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/** @param {Need[]} missing */
function explain(missing) {
  for (const { program, packages, purpose } of missing) {
    console.error(`The ${purpose} need ${program}. Install it with: apt-get install -y ${packages.join(' ')}`)
  }
}

/**
 * Installs missing programs with apt if run as root, otherwise prints what to install. Resolves to whether all of them are
 * installed.
 */
export async function ensurePrograms() {
  const missing = needs.filter((need) => !isInstalled(need))
  if (missing.length === 0) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    explain(missing)
    return false
  }
  console.log(`Installing programs for the tests: ${missing.map(({ program }) => program).join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, quiet: true }
  const packages = missing.flatMap((need) => need.packages)
  if ((await run('apt-get', ['update', '-qq'], options)) === 0) {
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
  }
  const stillMissing = missing.filter((need) => !isInstalled(need))
  explain(stillMissing)
  return stillMissing.length === 0
}
