import './setup/node-version.mjs'
import { node } from './setup/child.mjs'
import { ensureChromium } from './setup/chromium.mjs'
import { buildAll, checkTypes } from './setup/compile.mjs'
import { install } from './setup/install.mjs'
import { makeTally, timed } from './test/tally.mjs'
import { runVitest } from './test/vitest-run.mjs'

const biome = 'node_modules/@biomejs/biome/bin/biome'
const knip = 'node_modules/knip/bin/knip.js'

const tally = makeTally()

/** Without these nothing else can be judged. */
const isReady =
  (await tally.step('install', install)) &&
  (await tally.step('browser', ensureChromium)) &&
  (await tally.step('build', buildAll))

if (isReady) {
  await tally.step('lint', async () => (await node([biome, 'check', '--error-on-warnings', '.'])) === 0)
  await tally.step('types', checkTypes)
  await tally.step('import law', async () => (await node(['scripts/law.mjs'])) === 0)
  await tally.step('dead code', async () => (await node([knip])) === 0)
  tally.add(await timed('unit and integration tests', () => runVitest('units', ['--project', '!e2e'])))
  tally.add(await timed('end-to-end tests', () => runVitest('e2e', ['--project', 'e2e', '--no-file-parallelism'])))
}

process.exitCode = tally.finish()
