import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validate } from './new/names.mjs'
import { root } from './setup/child.mjs'

/** A copy of the tree with links to the installed libraries, so that the real one stays unchanged. */
let copy = ''

function linkLibraries(folder: string) {
  const from = join(root, folder, 'node_modules')
  if (!existsSync(from)) return
  const to = join(copy, folder, 'node_modules')
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from).filter((entry) => !entry.startsWith('.') && entry !== '@svc')) {
    symlinkSync(join(from, name), join(to, name))
  }
}

const skipped = new Set(['node_modules', '.git', 'data', 'coverage'])

function copyTree() {
  // What was compiled is copied with its times, so that only what changes is compiled again.
  const options = { recursive: true, preserveTimestamps: true }
  for (const name of readdirSync(root).filter((entry) => !skipped.has(entry)))
    cpSync(join(root, name), join(copy, name), { ...options, filter: (path) => !path.endsWith('/node_modules') })
  const cache = 'node_modules/.cache'
  if (existsSync(join(root, cache))) cpSync(join(root, cache), join(copy, cache), options)
  for (const folder of ['', ...globSync('{*,*/*}/package.json', { cwd: copy }).map(dirname)]) linkLibraries(folder)
  for (const name of readdirSync(join(root, 'node_modules/@svc'))) {
    const link = join(root, 'node_modules/@svc', name)
    // The link of a package that was deleted stays until the next installation.
    if (existsSync(link)) linkPackage(`@svc/${name}`, relative(root, realpathSync(link)))
  }
}

/** Like `npm install` for a package of the workspace. */
function linkPackage(name: string, folder: string) {
  mkdirSync(join(copy, 'node_modules/@svc'), { recursive: true })
  symlinkSync(join(copy, folder), join(copy, 'node_modules', name))
}

function run(program: string, args: readonly string[], interpreter = [process.execPath]) {
  const [command = '', ...first] = interpreter
  const result = spawnSync(command, [...first, program, ...args], {
    cwd: copy,
    encoding: 'utf8',
    // The end-to-end tests of all plugins run for the new one only.
    env: { ...process.env, NO_COLOR: '1', SVC_TEST_FOLDERS: 'plugins/disk-health' },
    maxBuffer: 1 << 28,
  })
  return { status: result.status, output: result.stdout + result.stderr }
}

const git = (...args: string[]) => run('-C', [copy, ...args], ['git']).output

/** Errors in these folders and in what they import. To compile everything would take a minute. */
function typeErrorsIn(folders: readonly string[]): string {
  const libraries = ['es2025', 'temporal', 'iterator', 'collection', 'error', 'typedarrays']
  const compilerOptions = {
    ...{ noEmit: true, composite: false, declaration: false, sourceMap: false },
    ...{ allowImportingTsExtensions: true, rewriteRelativeImportExtensions: false },
    ...{ module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', resolveJsonModule: true },
    types: ['node', 'vite/client'],
    lib: [...libraries.map((name) => (name.startsWith('es') ? name : `esnext.${name}`)), 'dom', 'dom.iterable'],
  }
  const config = { extends: './tsconfig.base.json', compilerOptions, include: folders }
  writeFileSync(join(copy, 'tsconfig.new.json'), JSON.stringify(config))
  const { output } = run('node_modules/typescript-7/bin/tsc', ['-p', 'tsconfig.new.json', '--checkers', '1'])
  rmSync(join(copy, 'tsconfig.new.json'))
  return output
}

function assertPasses(...args: string[]) {
  const tests = run('node_modules/vitest/vitest.mjs', ['run', ...args])
  expect(tests.status, tests.output).toBe(0)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

/** Builds in the copy: `bundlePrograms`, or `buildAll`, which includes the dashboard; only releases need it compressed. */
function build(module: string, action: string) {
  const call = `${action}({ compresses: false })`
  const code = `import('./scripts/setup/${module}').then(async (m) => process.exit((await m.${call}) ? 0 : 1))`
  const built = run('-e', [code])
  expect(built.status, built.output).toBe(0)
}

/** Builds the programs, starts the server and returns the status of each path. */
async function statusesOf(...paths: readonly string[]): Promise<number[]> {
  build('bundle.mjs', 'bundlePrograms')
  const port = await freePort()
  const server = spawn(process.execPath, [join(copy, 'server/bin/svc-server.js')], {
    cwd: copy,
    env: { ...process.env, SVC_SERVER__LISTEN: `127.0.0.1:${port}`, SVC_SERVER__DATA_DIR: join(copy, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (output += chunk))
  try {
    const isUp = async () => (await fetch(`http://127.0.0.1:${port}/api/auth/me`).catch(() => undefined)) !== undefined
    while (!(await isUp())) {
      if (server.exitCode !== null) throw new Error(`the server ended:\n${output}`)
      await sleep(100)
    }
    return await Promise.all(paths.map(async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status))
  } finally {
    if (server.exitCode === null) {
      server.kill()
      await once(server, 'exit')
    }
    rmSync(join(copy, 'data'), { recursive: true, force: true })
  }
}

beforeAll(() => {
  copy = mkdtempSync(join(realpathSync(tmpdir()), 'svc-new-'))
  copyTree()
  git('init', '-q')
  git('add', '-A')
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('npm run new', () => {
  const halves = ['plugins/disk-health', 'agent-plugins/disk-health']

  it('adds a feature by adding its two folders: it compiles, obeys the rules, passes its tests and runs', {
    timeout: 1_500_000,
  }, async () => {
    const created = run('scripts/new.mjs', ['disk-health'])
    expect(created.status, created.output).toBe(0)
    expect(git('diff', '--name-only')).toBe('')
    const added = git('ls-files', '--others', '--exclude-standard').trim().split('\n')
    expect(added.filter((path) => !halves.some((folder) => path.startsWith(`${folder}/`)))).toEqual([])
    expect(added.length).toBeGreaterThan(20)

    linkPackage('@svc/plugin-disk-health', 'plugins/disk-health')
    linkPackage('@svc/agent-plugin-disk-health', 'agent-plugins/disk-health')
    const style = run('node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', ...halves])
    expect(style.status, style.output).toBe(0)
    expect(typeErrorsIn(halves)).toBe('')
    const law = run('scripts/law.mjs', halves)
    expect(law.status, law.output).toBe(0)
    const projects = [...halves, 'scripts', 'dashboard'].flatMap((name) => ['--project', name])
    assertPasses(
      ...projects,
      ...halves,
      ...['locales', 'texts', 'wire'].map((name) => `scripts/${name}`),
      'plugins.test',
    )

    const { denials, ...capability } = JSON.parse(
      readFileSync(join(copy, 'agent-plugins/disk-health/package.json'), 'utf8'),
    ).svc.capabilities.disk_health
    expect([capability, denials]).toEqual([
      { risk: 'low', default: true, bit: expect.any(Number) },
      { disk_health_read: 'msg_id' },
    ])
    build('compile.mjs', 'buildAll')
    assertPasses('--project', 'e2e', 'plugins/disk-health/e2e/', 'e2e/access.test.ts', 'e2e/pages.test.ts')
    expect(git('diff', '--name-only')).toBe('')
  })

  it.each([
    ['', 'the id of the feature is missing'],
    ['DiskHealth', 'not a kebab-case noun'],
    ['../x', 'not a kebab-case noun'],
    ['disk--health', 'not a kebab-case noun'],
    ['9lives', 'not a kebab-case noun'],
    ['x'.repeat(41), 'longer than 40'],
    ['kernel', 'is reserved'],
    ['metrics', 'plugins/metrics already exists'],
    ['ping', 'agent-plugins/ping already exists'],
  ])('rejects %j: %s', (id, reason) => expect(validate(root, id)).toContain(reason))
})

/**
 * The import law lets a package import only what it declares, so what declares none of the deleted packages compiles
 * without them. What is left is that nothing needs one of them at run time.
 */
it('without all optional plugins, the rest declares none of them, passes the tests of the kernel and runs', {
  timeout: 1_500_000,
}, async () => {
  const packages = globSync('{plugins,agent-plugins}/*/package.json', { cwd: copy }).map((file) => ({
    folder: dirname(file),
    ...JSON.parse(readFileSync(join(copy, file), 'utf8')),
  }))
  const optional = packages.filter(({ svc }) => svc.kind === 'plugin' && !svc.required)
  expect(optional.length).toBeGreaterThan(8)
  const agentHalves = packages.filter(
    ({ svc, dependencies }) => svc.kind === 'agent-plugin' && optional.some(({ name }) => name in dependencies),
  )
  const deleted = new Set([...optional, ...agentHalves])
  const needs = packages
    .filter((rest) => !deleted.has(rest))
    .flatMap(({ name, dependencies, devDependencies }) =>
      [...deleted]
        .filter((gone) => gone.name in { ...dependencies, ...devDependencies })
        .map((gone) => `${name}: ${gone.name}`),
    )
  expect(needs).toEqual([])
  for (const { folder } of deleted) rmSync(join(copy, folder), { recursive: true })
  assertPasses('--project', 'kernel', 'third-party', 'routes')
  expect(await statusesOf('/api/servers', '/api/alerts')).toEqual([401, 404])
})
