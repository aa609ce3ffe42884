import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inspect } from '@svc/e2e/database'
import { onboard } from '@svc/e2e/enrol'
import { ask } from '@svc/e2e/http'
import { connectBrowser } from '@svc/e2e/peer'
import { freePort } from '@svc/e2e/place'
import { helloFixture, pack, writePlugin } from '@svc/e2e/plugin-package'
import type { Server, ServerOptions } from '@svc/e2e/server'
import { adminPassword, firstSignIn, type Session, signIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()

interface Plugin {
  readonly id: string
  readonly version: string | null
  readonly state: string
  readonly reason: string | null
  readonly bundled: boolean
  readonly locked: boolean
  readonly required: boolean
  readonly tables: string[]
}

const find = async (admin: Session, id: string) =>
  (await admin.get<Plugin[]>('/api/plugins')).find((plugin) => plugin.id === id)

const switchTo = (admin: Session, id: string, enabled: boolean) => admin.call('PUT', `/api/plugins/${id}`, { enabled })

/** A restarting server refuses connections for a moment. */
const untilState = (admin: Session, id: string, state: string) =>
  until(`${id} to be ${state}`, async () => {
    const plugin = await find(admin, id).catch(() => undefined)
    return plugin?.state === state && plugin
  })

/** Runs `svc-server plugin ...` over a data directory and returns what it prints. */
async function manage(options: Partial<ServerOptions>, ...args: string[]): Promise<string> {
  const command = await stage.launch(options, ['plugin', ...args])
  const { code } = await command.exited
  expect(code, command.output()).toBe(0)
  return command.output()
}

describe('a third-party plugin', () => {
  let place: Required<Pick<ServerOptions, 'directory' | 'port' | 'config'>>
  let server: Server
  let admin: Session

  beforeAll(async () => {
    place = {
      directory: stage.directory(),
      port: await freePort(),
      config: { plugins: { hello: { greeting: 'Welcome' } } },
    }
    const tarball = pack(helloFixture, stage.directory())
    expect(await manage(place, 'add', tarball)).toContain('hello')
    expect(await manage(place, 'list')).toContain('hello 1.0.0')
    server = await stage.server(place)
    admin = await firstSignIn(server)
  })

  it('is discovered, and stays off until an admin enables it', async () => {
    expect(await find(admin, 'hello')).toMatchObject({ state: 'disabled', bundled: false, locked: false, tables: [] })
    expect((await admin.call('POST', '/api/hello', { name: 'you' })).status).toBe(404)
  })

  it('runs when enabled, with routes, table, configuration and services of the program', async () => {
    const answer = await switchTo(admin, 'hello', true)
    expect(answer.status).toBe(200)
    await untilState(admin, 'hello', 'running')
    await onboard(admin, 'greeted')
    expect(await admin.send('POST', '/api/hello', { name: 'you' })).toEqual({
      text: 'Welcome, you',
      servers: 1,
      greetings: 1,
    })
    expect((await admin.call('POST', '/api/hello', { name: ' ' })).error().details).toEqual([
      { field: 'name', rule: 'must not be empty', code: 'kernel.NOT_EMPTY' },
    ])
    expect((await ask(`${server.url}/api/hello`, { method: 'POST', body: { name: 'you' } })).status).toBe(401)
    const document = (await ask(`${server.url}/api-docs/openapi.json`)).json() as { paths: object }
    expect(document.paths).toHaveProperty(['/api/hello', 'post', 'x-access'], 'member')
  })

  it('receives events: an agent comes online', async () => {
    const { enrollment } = await onboard(admin, 'noisy host')
    stage.agent({ serverUrl: server.url, code: enrollment.code })
    expect(await server.line(/Welcome, noisy host/)).toBeTruthy()
  })

  it('is disabled and enabled with its data, by a restart in the same process', async () => {
    const { server_id, enrollment } = await onboard(admin, 'reconnects')
    stage.agent({ serverUrl: server.url, code: enrollment.code })
    const isOnline = () =>
      until('the agent to be online', async () => {
        const viewer = await connectBrowser(server.url, admin.cookie).catch(() => undefined)
        if (!viewer) return false
        const sync = await viewer.frame('full_sync').catch(() => undefined)
        viewer.close()
        const servers = (sync?.servers ?? []) as { id: string; online: boolean }[]
        return servers.some(({ id, online }) => id === server_id && online)
      })
    await isOnline()

    expect((await switchTo(admin, 'hello', false)).status).toBe(200)
    const off = await untilState(admin, 'hello', 'disabled')
    expect(off.tables).toEqual(['hello_greetings'])
    expect((await admin.call('POST', '/api/hello', { name: 'you' })).status).toBe(404)
    await isOnline()

    await switchTo(admin, 'hello', true)
    await untilState(admin, 'hello', 'running')
    expect(await admin.send('POST', '/api/hello', { name: 'you' })).toMatchObject({ greetings: 2 })
    await isOnline()
    expect(server.hasExited()).toBe(false)
  })

  it('runs its old code after an update until a restart, and reports it', async () => {
    const next = join(stage.directory(), 'next')
    cpSync(helloFixture, next, { recursive: true })
    const edit = (file: string, from: string, to: string) =>
      writeFileSync(join(next, file), readFileSync(join(next, file), 'utf8').replace(from, to))
    edit('package.json', '"version": "1.0.0"', '"version": "1.1.0"')
    const step = "{ name: '002-moods', up: (db) => db.exec('CREATE TABLE hello_moods (mood TEXT)') }"
    edit('src/index.js', '[createGreetings]', `[createGreetings, ${step}]`)
    expect(await manage(place, 'add', pack(next, stage.directory()))).toContain('hello was 1.0.0 and is 1.1.0 now')

    await switchTo(admin, 'hello', false)
    await untilState(admin, 'hello', 'disabled')
    await switchTo(admin, 'hello', true)
    expect(await untilState(admin, 'hello', 'running')).toMatchObject({
      ...{ version: '1.0.0', tables: ['hello_greetings'] },
      reason: 'version 1.1.0 is installed; restart the server to use it',
    })

    await server.stop()
    server = await stage.server(place)
    admin = await signIn(server.url, 'admin', adminPassword)
    const tables = ['hello_greetings', 'hello_moods']
    expect(await find(admin, 'hello')).toMatchObject({ state: 'running', version: '1.1.0', reason: null, tables })
  })

  it.each([
    ['is refused', { svc: { kind: 'plugin', sdk: '^9' } }, 'hello is refused: needs plugin SDK ^9'],
    ['is no plugin', { name: 'left-shift', svc: undefined }, 'left-shift is not a plugin; nothing was installed'],
  ])('installs nothing when the package %s', async (_, more, sentence) => {
    const next = join(stage.directory(), 'next')
    cpSync(helloFixture, next, { recursive: true })
    const manifest = JSON.parse(readFileSync(join(next, 'package.json'), 'utf8'))
    writeFileSync(join(next, 'package.json'), JSON.stringify({ ...manifest, version: '2.0.0', ...more }))
    const folder = join(server.dataDir, 'plugins')
    const before = readFileSync(join(folder, 'package-lock.json'), 'utf8')
    const command = await stage.launch(place, ['plugin', 'add', pack(next, stage.directory())])
    expect((await command.exited).code).toBe(1)
    expect(command.output()).toContain(sentence)
    expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toBe(before)
    expect(existsSync(join(folder, 'node_modules/left-shift'))).toBe(false)
    expect(await manage(place, 'list')).toContain('hello 1.1.0')
  })

  it('is not removed by an unknown package name', async () => {
    const command = await stage.launch(place, ['plugin', 'remove', 'hello'])
    expect((await command.exited).code).toBe(1)
    expect(command.output()).toContain('no package hello is installed')
  })

  it('is listed as absent with its tables once removed, and keeps its choice and data', async () => {
    await server.stop()
    await manage(place, 'remove', 'svc-plugin-hello')
    server = await stage.server(place)
    admin = await signIn(server.url, 'admin', adminPassword)
    expect(await find(admin, 'hello')).toMatchObject({
      state: 'absent',
      tables: ['hello_greetings', 'hello_moods'],
    })
    expect((await switchTo(admin, 'hello', true)).status).toBeGreaterThanOrEqual(400)
    await server.stop()
    expect(inspect(server.dataDir, (db) => db.prepare('SELECT count(*) FROM hello_greetings').pluck().get())).toBe(2)
  })
})

describe('a plugin that cannot run', () => {
  let server: Server
  let admin: Session
  let imported = ''

  beforeAll(async () => {
    const directory = stage.directory()
    imported = join(directory, 'imported')
    const leaveTrace = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(imported)}, '')\n`
    const entry = (body: string) => `export default ${body}\n`
    const sources = stage.directory()
    const packages = [
      writePlugin(join(sources, 'future'), 'future', leaveTrace + entry("{ id: 'future', setup: () => ({}) }")),
      writePlugin(
        join(sources, 'thrower'),
        'thrower',
        entry("{ id: 'thrower', setup() { throw new Error('no luck') } }"),
      ),
      writePlugin(
        join(sources, 'schemer'),
        'schemer',
        entry(
          "{ id: 'schemer', migrations: [{ name: '001-x', up: (db) => db.exec('CREATE TABLE auth_more (x)') }], setup: () => ({}) }",
        ),
      ),
      writePlugin(
        join(sources, 'open-door'),
        'open-door',
        entry("{ id: 'open-door', setup: () => ({ routes: async (app) => { app.get('/api/open', async () => 1) } }) }"),
      ),
      writePlugin(
        join(sources, 'usurper'),
        'usurper',
        entry(
          "{ id: 'usurper', setup: () => ({ routes: async (app) => { app.get('/api/servers', { config: { access: 'public' } }, async () => 1) } }) }",
        ),
      ),
      writePlugin(join(sources, 'syntax'), 'syntax', 'export default {'),
    ]
    for (const folder of packages) await manage({ directory }, 'add', pack(folder, stage.directory()))
    // As after a change of the program: what does not fit is not even installed.
    const future = join(directory, 'data/plugins/node_modules/svc-plugin-future/package.json')
    writeFileSync(future, readFileSync(future, 'utf8').replace('^1.0', '^2.0'))
    server = await stage.server({ directory })
    admin = await firstSignIn(server)
    for (const id of ['thrower', 'schemer', 'open-door', 'usurper', 'syntax']) {
      expect((await switchTo(admin, id, true)).status).toBe(200)
      await untilState(admin, id, 'failed')
    }
  })

  it('is refused when its SDK range does not fit, without running its code', async () => {
    expect(await find(admin, 'future')).toMatchObject({ state: 'refused', reason: expect.stringContaining('^2.0') })
    const answer = await switchTo(admin, 'future', true)
    expect(answer.status).toBe(409)
    expect(answer.error().code).toBe('PLUGIN_REFUSED')
    expect(existsSync(imported)).toBe(false)
  })

  it.each([
    ['thrower', /no luck/],
    ['schemer', /schemer_/],
    ['open-door', /access/],
    ['usurper', /\/api\/servers/],
    ['syntax', /./],
  ])('%s fails alone, with the reason', async (id, reason) => {
    expect(await find(admin, id)).toMatchObject({ state: 'failed', reason: expect.stringMatching(reason), tables: [] })
  })

  it('does not affect the others', async () => {
    const states = await admin.get<Plugin[]>('/api/plugins')
    expect(states.filter(({ bundled }) => bundled).map(({ state }) => state)).toEqual(
      states.filter(({ bundled }) => bundled).map(() => 'running'),
    )
    expect((await ask(`${server.url}/api/servers`)).error().code).toBe('UNAUTHORIZED')
    expect((await ask(`${server.url}/api/open`)).status).toBe(404)
    expect(await onboard(admin, 'still works')).toHaveProperty('server_id')
  })
})

describe('a plugin that is developed', () => {
  const folder = join(stage.directory(), 'svc-plugin-draft')
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
  let server: Server
  let admin: Session
  const answersWith = (text: string) =>
    until(`it to say ${text}`, async () => {
      const answer = await admin.call('GET', '/api/draft').catch(() => undefined)
      return answer?.text.includes(text)
    })
  const addressOf = async () => {
    const { dashboards } = await admin.get<{ dashboards: { plugin: string; address: string }[] }>('/api/session')
    return dashboards.find(({ plugin }) => plugin === 'draft')?.address
  }

  beforeAll(async () => {
    const entry = `import { word } from './word.js'
      import { data } from '@svc/plugin-sdk'
      import { Type } from '@sinclair/typebox'
      const schema = { response: { 200: data(Type.String()) } }
      export default { id: 'draft', setup: () => ({ routes: async (app) => {
        app.get('/api/draft', { config: { access: 'member' }, schema }, async () => ({ data: word }))
      } }) }`
    writePlugin(folder, 'draft', entry, { dashboard: 'dashboard' })
    mkdirSync(join(folder, 'dashboard'))
    write('word.js', "export const word = 'first'")
    write('dashboard/index.js', 'export default 1')
    // What is installed for types and tests is not what runs.
    const own = join(folder, 'node_modules/@svc/plugin-sdk')
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 'package.json'), '{ "type": "module", "exports": "./index.js" }')
    writeFileSync(join(own, 'index.js'), "throw new Error('a copy of the SDK')")
    const place = { directory: stage.directory(), port: await freePort() }
    expect(await manage(place, 'link', folder)).toContain('linked svc-plugin-draft')
    expect(await manage(place, 'list')).toContain('draft 1.0.0 (linked)')
    server = await stage.server(place)
    admin = await firstSignIn(server)
    await switchTo(admin, 'draft', true)
    await untilState(admin, 'draft', 'running')
  })

  it('is loaded again after each build, with all of its modules, by the server itself', async () => {
    await answersWith('first')
    write('word.js', "export const word = 'second'")
    await answersWith('second')
    write('word.js', 'export const word =')
    const broken = await untilState(admin, 'draft', 'failed')
    expect(broken.reason).toContain('cannot be imported')
    write('word.js', "export const word = 'third'")
    await answersWith('third')
    expect(server.hasExited()).toBe(false)
  })

  it('has another dashboard after a build of that half alone, without a restart', async () => {
    const before = await addressOf()
    expect(before).toContain('/api/plugins/draft/@')
    const restarts = () => server.lines.filter((line) => line.includes('"restarting"')).length
    const were = restarts()
    write('dashboard/index.js', 'export default 2')
    await until('another dashboard', async () => (await addressOf()) !== before)
    expect(restarts()).toBe(were)
  })

  it('is forgotten without its folder being touched', async () => {
    await server.stop()
    const place = { directory: dirname(server.dataDir), port: await freePort() }
    expect(await manage(place, 'remove', 'svc-plugin-draft')).toContain('unlinked svc-plugin-draft')
    expect(await manage(place, 'list')).toContain('no third-party plugins')
    expect(existsSync(join(folder, 'package.json'))).toBe(true)
    const refused = await stage.launch(place, ['plugin', 'link', join(folder, 'dashboard')])
    expect((await refused.exited).code).toBe(1)
    expect(refused.output()).toContain('has no package.json')
  })
})

describe('a bundled plugin', () => {
  it('has no routes while disabled, and keeps its data', async () => {
    const server = await stage.server()
    const admin = await firstSignIn(server)
    const { server_id } = await onboard(admin, 'measured')
    const records = `/api/servers/${server_id}/records?from=2026-01-01T00:00:00Z&to=2026-01-01T01:00:00Z`
    expect((await admin.call('GET', records)).status).toBe(200)
    await switchTo(admin, 'metrics', false)
    const off = await untilState(admin, 'metrics', 'disabled')
    expect(off.tables).toContain('metrics_records')
    expect((await admin.call('GET', records)).error().code).toBe('NOT_FOUND')
    const document = (await ask(`${server.url}/api-docs/openapi.json`)).json() as { paths: object }
    expect(document.paths).not.toHaveProperty(['/api/servers/{id}/records'])
    expect((await admin.call('GET', '/api/servers')).status).toBe(200)
    await switchTo(admin, 'metrics', true)
    await untilState(admin, 'metrics', 'running')
    expect((await admin.call('GET', records)).status).toBe(200)
    const log = await admin.get<{ entries?: { action: string }[] }>('/api/audit-logs')
    expect(JSON.stringify(log)).toContain('plugin.disable')
  })

  it('cannot be disabled if it is required', async () => {
    const server = await stage.server()
    const admin = await firstSignIn(server)
    for (const id of ['system', 'auth', 'enrollment']) {
      expect((await switchTo(admin, id, false)).error().code).toBe('PLUGIN_REQUIRED')
    }
    expect((await switchTo(admin, 'no-such-plugin', false)).status).toBe(404)
  })

  it('stays off if the configuration disables it, even if an admin enables it', async () => {
    const server = await stage.server({ config: { plugins: { disabled: ['metrics'] } } })
    const admin = await firstSignIn(server)
    expect(await find(admin, 'metrics')).toMatchObject({ state: 'disabled', locked: true })
    expect((await switchTo(admin, 'metrics', true)).error().code).toBe('PLUGIN_LOCKED')
  })

  it('stops the start with one sentence if it is required and disabled by the configuration', async () => {
    const server = await stage.launch({ config: { plugins: { disabled: ['auth'] } } })
    expect((await server.exited).code).toBe(78)
    expect(server.output()).toMatch(/plugins\.disabled.*auth/)
  })
})
