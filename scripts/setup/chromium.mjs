import { existsSync } from 'node:fs'
import { run } from './child.mjs'

const program = '/usr/bin/chromium-headless-shell'
const packages = ['chromium-headless-shell', 'fonts-dejavu-core']

/**
 * Makes sure that the browser of the end-to-end tests is there, Chromium without the parts that draw windows, which loads
 * pages in half the time: by apt when we are root, else it says what to do.
 * Resolves to whether it is there.
 */
export async function ensureChromium() {
  if (existsSync(program)) return true
  const isRoot = process.getuid?.() === 0
  const hint = `The browser tests need ${program}. Install it with: apt-get install -y ${packages.join(' ')}`
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    console.error(hint)
    return false
  }
  console.log('Installing Chromium for the browser tests.')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await run('apt-get', ['update', '-qq'], { env, quiet: true })
  const installed =
    updated ||
    (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, quiet: true }))
  if (installed !== 0 || !existsSync(program)) {
    console.error(hint)
    return false
  }
  return true
}
