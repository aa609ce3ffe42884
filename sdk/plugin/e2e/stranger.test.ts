import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { boardOf, widgetOf } from '@svc/e2e/board-page'
import { makeClock } from '@svc/e2e/clock'
import { onboard } from '@svc/e2e/enrol'
import { ask } from '@svc/e2e/http'
import { type PackedPackage, startRegistry } from '@svc/e2e/package-registry'
import { freePort } from '@svc/e2e/place'
import { helloFixture, packAll } from '@svc/e2e/plugin-package'
import { cleanEnv, type Program, repository, run } from '@svc/e2e/process'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
const execute = promisify(execFile)
const readme = readFileSync(join(repository, 'sdk/plugin/README.md'), 'utf8')
const templates = join(repository, 'sdk/create-plugin/template/project')

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

/** where the stranger works */
const home = stage.directory()
const project = join(home, 'svc-plugin-fans')
const hello = join(home, 'svc-plugin-hello')
/** where the program is installed, and nothing else */
const machine = join(home, 'machine')
const published = closureOf([
  '@svc/create-plugin',
  '@svc/server',
  ...Object.keys(
    (JSON.parse(readFileSync(join(templates, 'package.json.tmpl'), 'utf8')) as { devDependencies: object })
      .devDependencies,
  ).filter((name) => name.startsWith('@svc/')),
])

/** Runs a program in a folder of the stranger and returns what it printed. */
async function type(folder: string, program: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute(program, args, { cwd: folder, env: cleanEnv({ NO_COLOR: '1' }) }).catch((error) => {
    throw new Error(`${program} ${args.join(' ')}: ${error.stdout}${error.stderr}`)
  })
  return stdout
}

beforeAll(async () => {
  const place = stage.directory()
  const tarballs = packAll(
    published.map((each) => each.folder),
    place,
  )
  const packed = published.map(({ manifest }, at): PackedPackage => ({ manifest, tarball: String(tarballs[at]) }))
  const registry = await startRegistry(packed)
  stage.later(registry.close)
  const flags = ['--registry', registry.url, '--cache', join(place, 'cache'), '--no-audit', '--no-fund']
  await type(home, 'npm', 'create', '--yes', ...flags, '@svc/plugin', 'svc-plugin-fans', '--', '--title', 'Fans')
  mkdirSync(machine)
  await Promise.all([
    type(project, 'npm', 'install', '--ignore-scripts', ...flags),
    type(machine, 'npm', 'install', '--ignore-scripts', ...flags, '@svc/server'),
  ])
  cpSync(helloFixture, hello, { recursive: true })
  for (const file of ['tsconfig.json', 'src/hello.test.ts']) writeFileSync(join(hello, file), shown(file))
  symlinkSync(join(project, 'node_modules'), join(hello, 'node_modules'))
}, 300_000)

it('everything that the server is made of can be published, and is complete', () => {
  expect(published.filter(({ manifest }) => manifest.private).map(({ manifest }) => manifest.name)).toEqual([])
  const packagesOf = (folder: string) => {
    const root = join(folder, 'node_modules/@svc')
    return readdirSync(root).map((name) => join(root, name))
  }
  for (const folder of [project, machine].flatMap(packagesOf)) {
    const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      exports?: Record<string, string | Record<string, string>>
    }
    for (const target of Object.values(exports)) {
      // sources are read in the repository only
      const { 'svc-source': _, ...files } = typeof target === 'string' ? { default: target } : target
      const lost = Object.values(files).filter((file) => !existsSync(join(folder, file)))
      expect([folder, lost]).toEqual([folder, []])
    }
  }
})

it('a project goes without the program, and the program without the packages that it was built from', () => {
  const ours = (folder: string) => readdirSync(join(folder, 'node_modules/@svc')).sort()
  expect(ours(machine)).toEqual(['dashboard', 'server'])
  expect(ours(project)).toContain('kernel')
  for (const name of ours(machine)) expect(ours(project)).not.toContain(name)
})

it('types and tests of a plugin hold as the README shows them', async () => {
  expect(await type(hello, 'npx', 'tsc')).toBe('')
  expect(await type(hello, 'npx', 'vitest', 'run')).toMatch(/Tests {2}1 passed/)
})

it('the published server runs, with its dashboard', async () => {
  const port = await freePort()
  const settings = { SVC_SERVER__LISTEN: `127.0.0.1:${port}`, SVC_SERVER__DATA_DIR: stage.directory() }
  const server = run([join(machine, 'node_modules/.bin/svc-server')], {
    cwd: machine,
    env: cleanEnv(settings),
  })
  stage.later(() => server.stop())
  const page = await until('the server to answer', () => ask(`http://127.0.0.1:${port}/`).catch(() => undefined))
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
})

describe('a new project', () => {
  const clock = makeClock(stage.directory())
  const place = { directory: stage.directory(), port: 0, env: clock.env }
  const host = stage.directory()
  let server: Server
  let agent: Program
  let admin: Session
  let serverId = ''

  const manage = async (...args: string[]) => {
    const command = await stage.launch(place, ['plugin', ...args])
    expect((await command.exited).code, command.output()).toBe(0)
  }
  /** A restarting server refuses connections for a moment. */
  const isRunning = () =>
    until('the plugin to run', async () => {
      const notes = await admin.call('GET', '/api/fans/notes').catch(() => undefined)
      return notes?.status === 200
    })
  const edit = (file: string, from: string, to: string) => {
    const path = join(project, file)
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(from)
    writeFileSync(path, text.replace(from, to))
  }

  it('is built, compiles and passes its test', async () => {
    await type(project, 'npm', 'run', 'build')
    expect(await type(project, 'npm', 'test')).toMatch(/Tests {2}1 passed/)
  })

  it('is installed into a server, and its agent half is allowed on a host by its content', async () => {
    place.port = await freePort()
    await type(project, 'npm', 'pack')
    await manage('add', join(project, 'svc-plugin-fans-1.0.0.tgz'))
    server = await stage.server(place)
    admin = await firstSignIn(server)
    await admin.send('PUT', '/api/plugins/fans', { enabled: true })
    await isRunning()
    const { server_id, enrollment } = await onboard(admin, 'web-1')
    serverId = server_id
    const installed = join(host, 'state/plugins/fans')
    cpSync(join(project, 'dist/agent'), installed, { recursive: true })
    const program = join(repository, 'agent/bin/svc-agent.js')
    const allowed = (await type(host, process.execPath, program, 'plugins', 'hash', installed)).trim()
    expect(allowed).toMatch(/^svc-agent-plugin-fans@sha256:/)
    agent = stage.agent({
      serverUrl: server.url,
      code: enrollment.code,
      directory: host,
      config: { plugins: { allow: [allowed] } },
      env: clock.env,
    })
    await agent.line(/"connected"/)
  })

  it('shows its page, tab and widget, and its metric has a chart and raises alerts', async () => {
    const rule = { rule_type: 'figure', pattern: 'fans_free_memory', min: 1 }
    await admin.send('POST', '/api/alert-rules', { name: 'Memory of fans', rules: [rule] })
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto(`/servers/${serverId}`)
    await page.getByRole('tab', { name: 'Fans' }).click()
    const size = /^\d[\d.]* [KMGT]iB$/
    await page.getByRole('tabpanel').getByText(size).waitFor()
    await page.getByLabel('Note').fill('replace the fan')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('listitem').filter({ hasText: 'replace the fan' }).waitFor()

    await page.getByRole('link', { name: 'Fans' }).click()
    await page.getByRole('main').getByText('replace the fan').waitFor()
    const grid = { grid_x: 0, grid_y: 0, grid_w: 4, grid_h: 3 }
    const board = await boardOf(admin, 'Fans', [{ widget_type: 'fans-notes', title: 'Latest', config: {}, ...grid }])
    await page.goto(`/dashboards?board=${board}`)
    await widgetOf(page, 'Latest').getByText('replace the fan').waitFor()

    await clock.forwardUntil([server, agent], () =>
      until('the alert', async () => JSON.stringify(await admin.get('/api/alert-events')).includes('Memory of fans')),
    )
    await page.goto('/alerts')
    await page.getByText('Memory of fans').first().waitFor()
    await page.goto(`/servers/${serverId}?tab=figures`)
    await page.getByRole('figure', { name: 'fans_free_memory' }).locator('canvas').waitFor()
    expect(problems).toEqual([])
  })

  it('is developed against a running server, which loads each build by itself', async () => {
    await server.stop()
    await manage('remove', 'svc-plugin-fans')
    await manage('link', project)
    server = await stage.server(place)
    const dev = run(['build.mjs', '--watch'], { cwd: project, env: cleanEnv() })
    stage.later(() => dev.stop())
    await dev.line(/built the server half/)
    // It is what the server has just loaded, built again.
    await server.line(/"restarting"/)
    await isRunning()
    const { page } = await stage.tab({ url: server.url, session: admin })
    await page.goto('/fans')
    await page.getByText('replace the fan').waitFor()

    // The page stays: only what it shows is replaced.
    await page.evaluate('window.isSame = true')
    edit('dashboard/notes-page.tsx', "title={t('notes.title')}", "title={'All notes'}")
    await page.getByRole('heading', { name: 'All notes' }).waitFor()
    edit('src/routes.ts', '.map(toNote),', '.map(toNote).map((note) => ({ ...note, text: note.text.toUpperCase() })),')
    await page.getByText('REPLACE THE FAN').waitFor()
    expect(await page.evaluate('window.isSame')).toBe(true)
    expect(server.hasExited()).toBe(false)
  })
})
