import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './child.mjs'

/** @typedef {{ program: string, packages: string[], purpose: string }} Need */

/**
 * Programs of the system that tests drive, and the packages that hold them in Debian and Ubuntu. A path is looked for
 * as it is, a name along PATH. The browser is Chromium without the parts that draw windows, which loads pages in half
 * the time.
 * @type {Need[]}
 */
const needs = [
  {
    program: '/usr/bin/chromium-headless-shell',
    packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
    purpose: 'browser tests',
  },
  { program: 'ping', packages: ['iputils-ping'], purpose: 'tests of the ICMP probes' },
]

/** @param {Need} need */
const isThere = ({ program }) =>
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
 * Makes sure that the programs are there: by apt when we are root, else it says what to do.
 * Resolves to whether they are.
 */
export async function ensurePrograms() {
  const missing = needs.filter((need) => !isThere(need))
  if (missing.length === 0) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    explain(missing)
    return false
  }
  console.log(`Installing what the tests need: ${missing.map(({ program }) => program).join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, quiet: true }
  const packages = missing.flatMap((need) => need.packages)
  if ((await run('apt-get', ['update', '-qq'], options)) === 0) {
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
  }
  const left = missing.filter((need) => !isThere(need))
  explain(left)
  return left.length === 0
}
