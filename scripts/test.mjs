import './setup/runtime.mjs'
import { node } from './setup/child.mjs'
import { buildAll, checkTypes } from './setup/compile.mjs'
import { ensurePrograms } from './setup/programs.mjs'
import { makeTally, timed } from './test/tally.mjs'
import { runVitest } from './test/vitest-run.mjs'

const biome = 'node_modules/@biomejs/biome/bin/biome'
const knip = 'node_modules/knip/bin/knip.js'

/** They wait for the minutes of the clock, and leave the processors to the others. */
const waiting = [
  'plugins/alerts/e2e/alerts.test.ts',
  'plugins/metrics/e2e/board-widgets.test.ts',
  'plugins/metrics/e2e/gaps.test.ts',
  'plugins/metrics/e2e/metrics.test.ts',
  'plugins/probes/e2e/agent.test.ts',
  'sdk/widget/e2e/hooks.test.ts',
]
/** Builds the programs again, which nothing else may run meanwhile. */
const building = 'e2e/start.test.ts'

/** @param {string} name @param {string[]} args */
const endToEnd = (name, args) => runVitest(name, ['--project', 'e2e', ...args])
const oneByOne = '--no-file-parallelism'

const tally = makeTally()

/** Without these nothing else can be judged. */
const isReady = (await tally.step('programs', ensurePrograms)) && (await tally.step('build', buildAll))

if (isReady) {
  await tally.step('lint', async () => (await node([biome, 'check', '--error-on-warnings', '.'])) === 0)
  await tally.step('types', checkTypes)
  await tally.step('import law', async () => (await node(['scripts/law.mjs'])) === 0)
  await tally.step('dead code', async () => (await node([knip])) === 0)
  const counts = await timed('unit and integration tests, and what waits for the clock', () =>
    Promise.all([runVitest('units', ['--project', '!e2e']), endToEnd('e2e-waiting', [oneByOne, ...waiting])]),
  )
  for (const count of counts) tally.add(count)
  const others = [...waiting, building].flatMap((file) => ['--exclude', file])
  tally.add(await timed('end-to-end tests', () => endToEnd('e2e', others)))
  tally.add(await timed('start', () => endToEnd('e2e-start', [building])))
}

process.exitCode = tally.finish()
