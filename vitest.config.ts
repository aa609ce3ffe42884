import { globSync, readdirSync, readFileSync, statfsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const below = (folder: string) => readdirSync(folder).map((name) => `${folder}/${name}`)
const units = [
  ...below('sdk'),
  'config',
  'kernel',
  ...below('plugins'),
  'agent',
  ...below('agent-plugins'),
  'dashboard',
  'scripts',
]

/**
 * Projects of unit tests: one per package, by which they are chosen. When all run (`--mode together`) those of the server and
 * those of the agent are one each, whose workers load only once what all of them import; that is a quarter of their time.
 */
function unitProjects(mode: string) {
  const alone = units.map((folder) => ({ name: folder, folders: [folder] }))
  if (mode !== 'together') return alone
  const ofServer = ['kernel', ...below('plugins')]
  const ofAgent = ['agent', ...below('agent-plugins')]
  return [
    { name: 'of the server', folders: ofServer },
    { name: 'of the agent', folders: ofAgent },
    ...alone.filter(({ name }) => ![...ofServer, ...ofAgent].includes(name)),
  ]
}

/** Packages of this repository are tested from their sources; the end-to-end project drives the built programs. */
const fromSource = ['svc-source']

/** Tests that change what they import, which others would see. */
const isolated = '**/*.isolated.test.ts'

/** Where unit tests put their databases: on a roomy file system in memory, if there is one, syncing costs nothing. */
function temporaryFolder(): NodeJS.ProcessEnv {
  const folder = '/dev/shm'
  try {
    const options = readFileSync('/proc/mounts', 'utf8').match(RegExp(`^\\S+ ${folder} tmpfs (\\S+)`, 'm'))?.[1]
    const { bavail, bsize } = statfsSync(folder)
    // Some tests start programs that they write.
    const isUsable = options?.split(',').includes('rw') && !options.split(',').includes('noexec')
    return isUsable && bavail * bsize > 2 ** 31 ? { TMPDIR: folder } : {}
  } catch {
    return {}
  }
}

/** Tests that take minutes: of all pages, many crashes, packages, a new plugin from its first file to its page. */
const longest = /\/(?:e2e\/(?:pages|release-systemd|[\w-]*crash)|scripts\/new)\.test\.ts$/

/** What begins last ends alone, on one processor. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => Number(longest.test(moduleId))
    return (await super.sort(files)).toSorted((a, b) => isLong(b) - isLong(a))
  }
}

export default defineConfig(({ mode }) => ({
  ssr: { resolve: { conditions: fromSource } },
  // tests of components, in the environment of a browser
  resolve: { conditions: [...fromSource, 'module', 'browser', 'development|production'] },
  test: {
    maxWorkers: 2,
    // for a machine that does other things as well; no test asserts how long something takes
    testTimeout: 120_000,
    hookTimeout: 120_000,
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    // only a hang takes this long
    expect: { poll: { timeout: 90_000 } },
    setupFiles: [fileURLToPath(new URL('scripts/test/long-waits.mjs', import.meta.url))],
    projects: [
      // One root for all: Vitest shares what it transformed only among projects of the same root.
      ...unitProjects(mode).map(({ name, folders }) => ({
        extends: true as const,
        test: {
          name,
          include: folders.flatMap((folder) => [
            `${folder}/{src,test,dashboard,page,worker}/**/*.test.{ts,tsx}`,
            `${folder}/*.test.ts`,
          ]),
          exclude: [isolated, '**/node_modules/**'],
          // files share what they import, which takes half the time
          isolate: false,
          execArgv: ['--conditions=svc-source'],
          env: temporaryFolder(),
        },
      })),
      ...units
        .filter((folder) => globSync(isolated, { cwd: `${folder}/src` }).length > 0)
        .map((folder) => ({
          extends: true as const,
          test: { name: `${folder}:isolated`, include: [`${folder}/src/${isolated}`] },
        })),
      {
        extends: true as const,
        test: {
          name: 'widgets',
          root: 'sdk/create-widget',
          include: ['{examples,template}/**/*.test.tsx'],
          environment: 'happy-dom',
          // as in the projects that are made of the template
          globals: true,
        },
      },
      {
        extends: true as const,
        test: {
          name: 'e2e',
          root: '.',
          include: [
            'e2e/*.test.ts',
            '{kernel,agent,dashboard}/e2e/*.test.ts',
            '{sdk,plugins,agent-plugins}/*/e2e/*.test.ts',
          ],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // files share the harness and its browser
          isolate: false,
        },
      },
    ],
  },
}))
