import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ask } from '@svc/e2e/http'
import { type PackedPackage, startRegistry } from '@svc/e2e/package-registry'
import { freePort } from '@svc/e2e/place'
import { helloFixture, packAll } from '@svc/e2e/plugin-package'
import { cleanEnv, repository, run } from '@svc/e2e/process'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, expect, it } from 'vitest'

const stage = makeStage()
const execute = promisify(execFile)
const readme = readFileSync(join(repository, 'sdk/plugin/README.md'), 'utf8')

interface Published {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

/** What has to be published with packages of ours, themselves included. */
function closureOf(names: readonly string[]): { readonly folder: string; readonly manifest: Published }[] {
  const found = new Map<string, { folder: string; manifest: Published }>()
  const visit = (wanted: string) => {
    if (found.has(wanted)) return
    const folder = join(repository, 'node_modules', wanted)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Published
    found.set(wanted, { folder, manifest })
    for (const needed of Object.keys(manifest.dependencies ?? {})) if (needed.startsWith('@svc/')) visit(needed)
  }
  names.forEach(visit)
  return [...found.values()]
}

/** A file as the README shows it. */
const shown = (file: string): string =>
  new RegExp(`^\`${file}\`\\n\\n\`\`\`\\w+\\n(.*?)^\`\`\`$`, 'ms').exec(readme)?.[1] ?? ''

let folder = ''
const { peerDependencies } = JSON.parse(readFileSync(join(helloFixture, 'package.json'), 'utf8')) as {
  peerDependencies: Readonly<Record<string, string>>
}
const packages = closureOf(['@svc/kernel', ...Object.keys(peerDependencies).filter((name) => name.startsWith('@svc/'))])

/** Runs a program in the stranger's folder and returns what it printed. */
async function type(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute(program, args, { cwd: folder, env: cleanEnv({ NO_COLOR: '1' }) }).catch((error) => {
    throw new Error(`${program} ${args.join(' ')}: ${error.stdout}${error.stderr}`)
  })
  return stdout
}

beforeAll(async () => {
  const place = stage.directory()
  const tarballs = packAll(
    packages.map((each) => each.folder),
    place,
  )
  const packed = packages.map(({ manifest }, at): PackedPackage => ({ manifest, tarball: String(tarballs[at]) }))
  const registry = await startRegistry(packed)
  stage.later(registry.close)
  folder = stage.directory()
  cpSync(helloFixture, folder, { recursive: true })
  for (const file of ['tsconfig.json', 'src/hello.test.ts']) writeFileSync(join(folder, file), shown(file))
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--cache', join(place, 'cache')]
  const wanted = ['typescript', 'vitest', '@svc/kernel']
  await type('npm', 'install', '--save-dev', ...wanted, '--registry', registry.url, ...flags)
}, 300_000)

it('everything that the server is made of can be published, and is complete', () => {
  expect(packages.filter(({ manifest }) => manifest.private).map(({ manifest }) => manifest.name)).toEqual([])
  const root = join(folder, 'node_modules/@svc')
  for (const name of readdirSync(root)) {
    const { exports = {} } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')) as {
      exports?: Record<string, string | Record<string, string>>
    }
    for (const target of Object.values(exports)) {
      // sources are read in the repository only
      const { 'svc-source': _, ...files } = typeof target === 'string' ? { default: target } : target
      const lost = Object.values(files).filter((file) => !existsSync(join(root, name, file)))
      expect([name, lost]).toEqual([name, []])
    }
  }
})

it('types and tests of a plugin hold as the README shows them', async () => {
  expect(await type('npx', 'tsc', '--skipLibCheck', 'false')).toBe('')
  expect(await type('npx', 'vitest', 'run')).toMatch(/Tests {2}1 passed/)
})

it('the published server runs, with its dashboard', async () => {
  const port = await freePort()
  const settings = { SVC_SERVER__LISTEN: `127.0.0.1:${port}`, SVC_SERVER__DATA_DIR: stage.directory() }
  const server = run([join(folder, 'node_modules/@svc/kernel/bin/svc-server.js')], {
    cwd: folder,
    env: cleanEnv(settings),
  })
  stage.later(() => server.stop())
  const page = await until('the server to answer', () => ask(`http://127.0.0.1:${port}/`).catch(() => undefined))
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
})
