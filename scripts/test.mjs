import './setup/runtime.mjs'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { node, root } from './setup/child.mjs'
import { buildAll, checkTypes } from './setup/compile.mjs'
import { ensurePrograms } from './setup/programs.mjs'
import { changedFiles } from './test/changed-files.mjs'
import { foldersOf, packagesOf, parseSelection, usage, withDependents } from './test/selection.mjs'
import { makeTally, timed } from './test/tally.mjs'
import { runVitest } from './test/vitest-run.mjs'

const biome = 'node_modules/@biomejs/biome/bin/biome'
const knip = 'node_modules/knip/bin/knip.js'

/** Builds the programs again, which nothing else may run meanwhile. */
const building = 'e2e/start.test.ts'

const packages = packagesOf(root)
const tally = makeTally()

/** @param {string[]} folders */
const lint = (folders) =>
  tally.step('lint', async () => (await node([biome, 'check', '--error-on-warnings', ...folders])) === 0)
const types = () => tally.step('types', checkTypes)

/** @param {string} name @param {() => Promise<import('./test/tally.mjs').Count>} action */
const tests = async (name, action) => tally.add(await timed(name, action))

/** @param {string} name @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
const endToEnd = (name, args, env) => runVitest(name, ['--project', 'e2e', '--maxWorkers=4', ...args], env)

/** Tests of single packages wait for nothing, end-to-end tests for a lot: together they keep the processors busy. */
async function testAll() {
  // also compiles the packages, which tests of packing need
  await types()
  const checksAndUnits = async () => {
    await lint(['.'])
    await tally.step('import law', async () => (await node(['scripts/law.mjs'])) === 0)
    await tally.step('dead code', async () => (await node([knip])) === 0)
    await tests('unit and integration tests', () => runVitest('units', ['--project', '!e2e']))
  }
  await Promise.all([checksAndUnits(), tests('end-to-end tests', () => endToEnd('e2e', ['--exclude', building]))])
  await tests('start', () => endToEnd('e2e-start', [building]))
}

/** @param {string} folder @param {string} path */
const has = (folder, path) => existsSync(join(root, folder, path))

/** The end-to-end tests that belong to a folder. @param {string} folder */
function endToEndFilesOf(folder) {
  if (folder !== 'e2e') return has(folder, 'e2e') ? [`${folder}/e2e/`] : []
  return readdirSync(join(root, 'e2e'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `e2e/${name}`)
}

/** @param {string[]} folders */
async function testFolders(folders) {
  await lint(folders)
  await types()
  const units = folders
    .filter((folder) => folder !== 'e2e')
    .concat(folders.includes('sdk/create-widget') ? 'widgets' : [])
  if (units.length > 0) {
    const projects = units.flatMap((folder) => ['--project', folder, '--project', `${folder}:*`])
    await tests('unit and integration tests', () => runVitest('units', [...projects, '--passWithNoTests']))
  }
  const shared = ['access', 'pages']
    .filter((name) => folders.some((folder) => has(folder, `test/${name}.ts`)))
    .map((name) => `e2e/${name}.test.ts`)
  const files = [...folders.flatMap(endToEndFilesOf), ...shared]
  if (files.length === 0) return
  // tests of the whole system are those of every folder
  const env = folders.includes('e2e') ? {} : { SVC_TEST_FOLDERS: folders.join(',') }
  await tests('end-to-end tests', () => endToEnd('e2e', [...files, '--exclude', building], env))
  if (folders.includes('e2e')) await tests('start', () => endToEnd('e2e-start', [building]))
}

/** @param {string[] | 'all'} folders */
async function run(folders) {
  /** Without these nothing else can be judged. */
  const isReady = (await tally.step('programs', ensurePrograms)) && (await tally.step('build', buildAll))
  if (isReady) await (folders === 'all' ? testAll() : testFolders(folders))
  return tally.finish()
}

const selection = parseSelection(process.argv.slice(2), packages)
if (selection === 'unknown') {
  console.error(usage)
  process.exitCode = 2
} else if (selection === 'changed') {
  const touched = foldersOf(changedFiles(), packages)
  const folders = touched === 'all' ? touched : withDependents(touched, packages)
  console.log(folders === 'all' ? 'everything is concerned' : `concerned: ${folders.join(', ') || 'nothing'}`)
  if (folders.length > 0) process.exitCode = await run(folders)
} else {
  process.exitCode = await run(selection)
}
