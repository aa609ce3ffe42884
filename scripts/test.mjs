import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { node, root } from './setup/child.mjs'
import { buildAll, checkTypes } from './setup/compile.mjs'
import { ensurePrograms } from './setup/programs.mjs'
import { changedFiles } from './test/changed-files.mjs'
import { makeResults, timed } from './test/results.mjs'
import { affectedBy, packagesOf, parseSelection, usage } from './test/selection.mjs'
import { passAlone, runVitest } from './test/vitest-run.mjs'

const biome = 'node_modules/@biomejs/biome/bin/biome'
const knip = 'node_modules/knip/bin/knip.js'

// Tests start hundreds of processes that load the same modules; compiling these takes half of their time.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')

const packages = packagesOf(root)
const results = makeResults(passAlone)

/** @param {string[]} folders */
const lint = (folders) =>
  results.step('lint', async () => (await node([biome, 'check', '--error-on-warnings', ...folders])) === 0)
const types = () => results.step('types', checkTypes)

/** @param {string} name @param {() => Promise<import('./test/results.mjs').TestRun>} action */
const tests = async (name, action) => results.add(await timed(name, action))

/** @param {string[]} files all, if none @param {NodeJS.ProcessEnv} [env] */
const endToEnd = (files, env) => runVitest('e2e', ['--project', 'e2e', '--maxWorkers=4', ...files], env)

/** Runs unit and end-to-end tests in parallel: end-to-end tests mostly wait, unit tests use the CPU. */
async function testAll() {
  // also compiles the packages, which tests of packing need; lint uses the processors that it leaves idle
  await Promise.all([types(), lint(['.'])])
  const checks = async () => {
    await results.step('import law', async () => (await node(['scripts/law.mjs'])) === 0)
    await results.step('dead code', async () => (await node([knip])) === 0)
  }
  // They take longer than the end-to-end tests, so nothing delays their begin.
  const unitTests = () =>
    tests('unit and integration tests', () =>
      runVitest('units', ['--project', '!e2e', '--mode', 'together', '--maxWorkers=3']),
    )
  await Promise.all([checks(), unitTests(), tests('end-to-end tests', () => endToEnd([]))])
}

/** @param {string} folder @param {string} path */
const hasFile = (folder, path) => existsSync(join(root, folder, path))

const isSystemTest = (/** @type {string} */ path) => path.endsWith('.test.ts')

/** The end-to-end tests that belong to a folder. @param {string} folder */
function endToEndFilesOf(folder) {
  if (isSystemTest(folder)) return [folder]
  if (folder !== 'e2e') return hasFile(folder, 'e2e') ? [`${folder}/e2e/`] : []
  return readdirSync(join(root, 'e2e'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `e2e/${name}`)
}

/** The tests of `scripts` that look at every package. @param {readonly string[]} folders */
function repositoryTestsFor(folders) {
  if (folders.includes('scripts')) return []
  const ofPackages = folders.some((folder) => /^(sdk|plugins|agent-plugins)\//.test(folder))
  const ofSdk = folders.some((folder) => folder.startsWith('sdk/'))
  return [...(ofPackages ? ['locales', 'texts', 'wire', 'readme'] : []), ...(ofSdk ? ['api'] : [])]
}

/** @param {string[]} folders packages, or single tests of the whole system */
async function testFolders(folders) {
  // Tests of packing need the compiled packages; those of plugins pack nothing.
  const needsPackages = !folders.every((folder) => /^(agent-)?plugins\//.test(folder))
  if (needsPackages) await types()
  const units = folders
    .filter((folder) => folder !== 'e2e' && !isSystemTest(folder))
    .flatMap((folder) => (folder === 'sdk/create-widget' ? [folder, 'widgets'] : [folder]))
  const repositoryTests = repositoryTestsFor(folders).map((name) => `scripts/${name}.test.ts`)
  const checks = async () => {
    if (!needsPackages) await types()
    await lint(folders)
  }
  const unitTests = async () => {
    if (units.length === 0) return
    const projects = [
      ...units.flatMap((folder) => [folder, `${folder}:*`]),
      ...(repositoryTests.length > 0 ? ['scripts'] : []),
    ].flatMap((name) => ['--project', name])
    const files = [...folders.map((folder) => `${folder}/`), ...repositoryTests]
    await tests('unit and integration tests', () => runVitest('units', [...projects, ...files, '--passWithNoTests']))
  }
  const shared = ['access', 'pages']
    .filter((name) => folders.some((folder) => hasFile(folder, `test/${name}.ts`)))
    .map((name) => `e2e/${name}.test.ts`)
  const files = [...new Set([...folders.flatMap(endToEndFilesOf), ...shared])]
  // The tests of the whole system cover every folder.
  const isWhole = folders.some((folder) => folder === 'e2e' || isSystemTest(folder))
  const env = isWhole ? {} : { SVC_TEST_FOLDERS: folders.join(',') }
  await Promise.all([checks(), unitTests(), files.length > 0 && tests('end-to-end tests', () => endToEnd(files, env))])
}

/** @param {string[] | 'all'} folders */
async function run(folders) {
  /** Without these, nothing else can run. */
  const isReady = (await results.step('programs', ensurePrograms)) && (await results.step('build', buildAll))
  if (isReady) await (folders === 'all' ? testAll() : testFolders(folders))
  return results.finish()
}

const selection = parseSelection(process.argv.slice(2), packages)
if (selection === 'unknown') {
  console.error(usage)
  process.exitCode = 2
} else if (selection === 'changed') {
  const folders = affectedBy(changedFiles(), packages)
  console.log(folders === 'all' ? 'running all tests' : `affected: ${folders.join(', ') || 'none'}`)
  if (folders.length > 0) process.exitCode = await run(folders)
} else {
  process.exitCode = await run(selection)
}
