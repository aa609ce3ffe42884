import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundledCapabilities, bundledPlugins } from '../src/bundled.ts'
import { systemClock } from '../src/clock.ts'
import { discover } from '../src/discover.ts'
import { type Run, runKernel } from '../src/run.ts'

let dataDir: string
let run: Run | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-third-'))
})
afterEach(async () => {
  await run?.close()
  run = undefined
  rmSync(dataDir, { recursive: true })
})

const manifest = (name: string, more: object = {}) => ({
  ...{ name, version: '1.2.3', type: 'module', exports: './index.js' },
  svc: { kind: 'plugin', sdk: '^1.0', title: 'Hello', description: 'Says hello' },
  ...more,
})
const install = (name: string, json: object | string = manifest(name), code = 'globalThis.ran = true') => {
  const folder = join(dataDir, 'plugins/node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), typeof json === 'string' ? json : JSON.stringify(json))
  writeFileSync(join(folder, 'index.js'), code)
}
const found = () =>
  discover(dataDir)
    .filter((candidate) => !candidate.bundled)
    .map(({ id, refusal }) => [id, refusal])

describe('discovery', () => {
  it('finds bundled plugins with their manifests', () => {
    const usual = bundledPlugins.filter(({ manifest: { svc } }) => svc.mode === undefined)
    const first = discover(dataDir).slice(0, usual.length)
    expect(first.map(({ id }) => id)).toEqual(usual.map(({ id }) => id))
    expect(first.map(({ title }) => title)).not.toContain(first[0]?.id)
    expect(first.filter(({ required }) => required).map(({ id }) => id)).toEqual(['auth', 'enrollment', 'system'])
  })

  it('finds installed packages without running them', () => {
    install('svc-plugin-hello')
    install('@org/svc-plugin-good-bye')
    install('left-pad', { name: 'left-pad' })
    expect(found()).toEqual([
      ['good-bye', undefined],
      ['hello', undefined],
    ])
    expect(globalThis).not.toHaveProperty('ran')
  })

  it.each<[string, object | string, string]>([
    [
      'svc-plugin-a',
      manifest('svc-plugin-a', { svc: { kind: 'plugin', sdk: '^2.0' } }),
      'needs plugin SDK ^2.0; this program has 1.0.0',
    ],
    [
      'svc-plugin-a',
      manifest('svc-plugin-a', { svc: { kind: 'plugin' } }),
      'its package.json names no valid svc.sdk range',
    ],
    [
      'svc-plugin-a',
      manifest('svc-plugin-a', { svc: { kind: 'plugin', sdk: 'soon' } }),
      'its package.json names no valid svc.sdk range',
    ],
    [
      'svc-plugin-a',
      manifest('svc-plugin-a', { svc: { kind: 'plugin', sdk: '^1.0', title: 5 } }),
      'its package.json is not a plugin manifest: svc.title Expected string',
    ],
    [
      'hello',
      manifest('hello'),
      'its package is named hello; plugins are named svc-plugin-<id> or @org/svc-plugin-<id>',
    ],
    [
      'svc-plugin-a',
      manifest('svc-plugin-a', { svc: { kind: 'plugin', sdk: '^1.0', page: '../secrets' } }),
      'its package.json is not a plugin manifest: svc.page',
    ],
    ['svc-plugin-kernel', manifest('svc-plugin-kernel'), 'its id kernel is reserved'],
    ['svc-plugin-a', '{', 'its package.json cannot be read'],
    ['svc-plugin-auth-rule', manifest('svc-plugin-auth-rule'), 'its id auth-rule begins like auth'],
    ['svc-plugin-auth', manifest('svc-plugin-auth'), 'its id auth is taken by the program'],
    [
      'svc-plugin-a',
      manifest('svc-plugin-a', { svc: { kind: 'plugin', sdk: '^1.0', capabilities: { fly: { risk: 'low' } } } }),
      'the capability fly needs a bit from 12 to 31',
    ],
  ])('refuses %s: %j', (name, json, reason) => {
    install(name, json)
    expect(found()).toEqual([[expect.any(String), expect.stringContaining(reason)]])
  })
})

describe('the capabilities of plugins', () => {
  const svc = { kind: 'plugin', sdk: '^1.0', capabilities: { fan_speed: { risk: 'medium', bit: 20 } } }

  it('come with the texts of their package', () => {
    install('svc-plugin-fans', manifest('svc-plugin-fans', { svc }))
    const texts = { name: 'Fan speed', short: 'Fans', description: 'Administrators can change the speed of fans.' }
    const folder = join(dataDir, 'plugins/node_modules/svc-plugin-fans/locales')
    mkdirSync(folder)
    writeFileSync(join(folder, 'en.json'), JSON.stringify({ capabilities: { fan_speed: texts } }))
    const [declared] = discover(dataDir).flatMap(({ capabilities = [] }) => capabilities)
    expect(declared).toEqual(['fan_speed', { risk: 'medium', bit: 20, texts: { en: texts } }])
  })

  it('have a bit each', () => {
    install('svc-plugin-fans', manifest('svc-plugin-fans', { svc }))
    const rival = { ...svc, capabilities: { led_color: { risk: 'low', bit: 20 } } }
    install('svc-plugin-leds', manifest('svc-plugin-leds', { svc: rival }))
    expect(found()).toEqual([
      ['fans', undefined],
      ['leds', 'the capability led_color has bit 20, which is that of fan_speed'],
    ])
  })

  it('of agent plugins that come with the program are named in all languages', () => {
    const names = [...new Set(bundledCapabilities.map(([name]) => name))]
    // Plugins that share a capability need its texts once.
    const languagesOf = (name: string) =>
      bundledCapabilities.flatMap(([other, { texts = {} }]) => (other === name ? Object.keys(texts) : []))
    expect(names.map(languagesOf)).toEqual(names.map(() => expect.arrayContaining(['en', 'zh'])))
  })
})

describe('a third-party plugin', () => {
  const boot = async (config: object = {}) => {
    run = await runKernel({
      sources: [
        { kind: 'file', name: 'the test', table: { server: { data_dir: dataDir }, log: { level: 'error' } } },
        { kind: 'file', name: 'the test', table: config as Record<string, unknown> },
      ],
      version: '0.0.0',
      clock: systemClock,
      candidates: (dir) => discover(dir).filter((candidate) => !candidate.bundled),
    })
    return run
  }
  const hello = `export default {
    id: 'hello',
    setup: ({ config }) => ({ routes: async (app) => {
      app.get('/api/hello', { config: { access: 'public' } }, () => ({ data: config.greeting ?? 'hello' }))
    } }),
  }`
  const plugins = () => run?.kernel().plugins
  const state = () =>
    plugins()
      ?.list()
      .map(({ id, state, locked }) => [id, state, locked])
  const status = async () => (await run?.app().inject('/api/hello'))?.statusCode

  it('is off until it is enabled and the kernel restarts', async () => {
    install('svc-plugin-hello', undefined, hello)
    const { kernel, settled } = await boot()
    expect([state(), await status()]).toEqual([[['hello', 'disabled', false]], 404])
    expect(plugins()?.setEnabled('hello', true)).toMatchObject({ state: 'running', reason: null })
    const before = kernel()
    plugins()?.restart()
    await settled()
    expect(kernel()).not.toBe(before)
    expect([state(), await status()]).toEqual([[['hello', 'running', false]], 200])
    expect(plugins()?.setEnabled('hello', false)).toMatchObject({ state: 'disabled' })
    plugins()?.restart()
    await settled()
    expect(await status()).toBe(404)
  })

  it('can be disabled by the configuration', async () => {
    install('svc-plugin-hello', undefined, hello)
    await boot({ plugins: { disabled: ['hello'] } })
    expect(state()).toEqual([['hello', 'disabled', true]])
    expect(() => plugins()?.setEnabled('hello', true)).toThrow('kernel.PLUGIN_LOCKED')
  })

  it('cannot be enabled when its manifest is refused or its package missing', async () => {
    install('svc-plugin-hello', manifest('svc-plugin-hello', { svc: { kind: 'plugin', sdk: '^9' } }), hello)
    await boot()
    expect(state()).toEqual([['hello', 'refused', false]])
    expect(() => plugins()?.setEnabled('hello', true)).toThrow(
      'kernel.PLUGIN_REFUSED {"id":"hello","reason":"needs plugin SDK ^9',
    )
    expect(() => plugins()?.setEnabled('nope', true)).toThrow('Not found: kernel.UNKNOWN_PLUGIN {"id":"nope"}')
  })

  it('is only refused when it is enabled with an invalid value, and stops the next start', async () => {
    const strict = `import { Type } from '@sinclair/typebox'
      export default {
        id: 'hello',
        config: Type.Object({ size: Type.Integer({ minimum: 1 }) }),
        setup: () => ({}),
      }`
    install('svc-plugin-hello', undefined, strict)
    await boot()
    const refused = { state: 'refused', reason: expect.stringContaining('plugins.hello.size is required') }
    expect(await plugins()?.start('hello')).toMatchObject(refused)
    plugins()?.setEnabled('hello', true)
    plugins()?.restart()
    await run?.settled()
    expect(plugins()?.list()).toMatchObject([refused])
    await run?.close()
    await expect(boot()).rejects.toMatchObject({ exitCode: 78 })
    await boot({ plugins: { hello: { size: 3 } } })
    expect(plugins()?.list()).toMatchObject([{ state: 'running' }])
  })

  it('keeps running the imported version after an update, and reports the pending one', async () => {
    install('svc-plugin-hello', undefined, hello)
    await boot()
    const turn = async (enabled: boolean) => {
      plugins()?.setEnabled('hello', enabled)
      plugins()?.restart()
      await run?.settled()
      return plugins()?.list()[0]
    }
    expect(await turn(true)).toMatchObject({ version: '1.2.3', reason: null })
    install('svc-plugin-hello', manifest('svc-plugin-hello', { version: '2.0.0' }), hello.replace("'hello',", "'bye',"))
    expect(await turn(false)).toMatchObject({ state: 'disabled', version: '1.2.3' })
    expect(await turn(true)).toMatchObject({
      ...{ state: 'running', version: '1.2.3' },
      reason: 'version 2.0.0 is installed; restart the server to use it',
    })
    expect(await status()).toBe(200)
  })

  it.each([
    ['export default 5', 'it is not what definePlugin() returns'],
    ['export const plugin = {}', 'it is not what definePlugin() returns'],
    ["export default { id: 'other', setup: () => ({}) }", 'its id is other'],
  ])('fails when its entry contains %s', async (code, fault) => {
    install('svc-plugin-hello', undefined, code)
    await boot()
    plugins()?.setEnabled('hello', true)
    plugins()?.restart()
    await run?.settled()
    const reason = `its default export is not the plugin hello: ${fault}`
    expect(plugins()?.list()).toMatchObject([{ state: 'failed', reason }])
  })

  it('is listed once, under its id, when its package.json is missing', async () => {
    install('svc-plugin-hello', undefined, hello)
    await boot()
    plugins()?.setEnabled('hello', true)
    install('svc-plugin-hello', '{')
    plugins()?.restart()
    await run?.settled()
    expect(state()).toEqual([['hello', 'refused', false]])
  })

  it.each(['for the first time', 'after the program was moved'])(
    'finds the packages of the program %s',
    async (when) => {
      install('svc-plugin-hello', undefined, hello)
      if (when.includes('moved')) {
        mkdirSync(join(dataDir, 'plugins/node_modules/@svc'))
        symlinkSync(join(dataDir, 'former/plugin-sdk'), join(dataDir, 'plugins/node_modules/@svc/plugin-sdk'))
      }
      await boot()
      plugins()?.setEnabled('hello', true)
      plugins()?.restart()
      await run?.settled()
      const linked = join(dataDir, 'plugins/node_modules/@svc/plugin-sdk/package.json')
      expect(existsSync(linked) && JSON.parse(readFileSync(linked, 'utf8')).name).toBe('@svc/plugin-sdk')
    },
  )

  it('serves the files of its own pages while it runs', async () => {
    const served = `export default {
      id: 'hello',
      setup: ({ pageFile }) => ({ routes: async (app) => {
        app.get('/api/hello', { config: { access: 'public' } }, () => ({ data: ['main.js', 'none.js'].map(pageFile) }))
      } }),
    }`
    const page = { kind: 'plugin', sdk: '^1.0', page: 'page' }
    install('svc-plugin-hello', manifest('svc-plugin-hello', { svc: page }), served)
    const folder = join(dataDir, 'plugins/node_modules/svc-plugin-hello/page')
    mkdirSync(folder)
    writeFileSync(join(folder, 'main.js'), 'plain()')
    writeFileSync(join(folder, 'main.js.br'), 'brotli')
    const get = async (url: string, headers = {}) => run?.app().inject({ url, headers })
    await boot()
    expect((await get('/page/hello/main.js'))?.statusCode).toBe(404)
    plugins()?.setEnabled('hello', true)
    plugins()?.restart()
    await run?.settled()

    const [main = '', none] = (await get('/api/hello'))?.json().data ?? []
    expect([main, none]).toEqual([
      expect.stringMatching(/^\/page\/hello\/main\.js\?v=[0-9a-f]{12}$/),
      '/page/hello/none.js',
    ])
    const versioned = await get(main)
    expect([versioned?.body, versioned?.headers['cache-control']]).toEqual([
      'plain()',
      'public, max-age=31536000, immutable',
    ])
    const other = await get('/page/hello/main.js?v=old', { 'accept-encoding': 'br' })
    expect([other?.body, other?.headers['cache-control']]).toEqual(['brotli', 'no-cache'])
    expect(other?.headers['content-type']).toContain('javascript')
    for (const url of [
      '/page/hello/none.js',
      '/page/hello/../package.json',
      '/page/hello/%2e%2e%2fpackage.json',
      '/page/hello/',
    ]) {
      expect((await get(url, { accept: 'text/html' }))?.statusCode, url).toBe(404)
    }
  })

  describe('with a dashboard half', () => {
    const folder = () => join(dataDir, 'plugins/node_modules/svc-plugin-hello')
    const write = (name: string, content: string) => {
      mkdirSync(join(folder(), name, '..'), { recursive: true })
      writeFileSync(join(folder(), name), content)
    }
    const info = () => plugins()?.list()[0]
    const get = (url: string, headers = {}) => run?.app().inject({ url, headers: { 'x-api-key': 'a', ...headers } })
    const start = async () => {
      const svc = { kind: 'plugin', sdk: '^1.0', dashboard: 'dist/dashboard' }
      install(
        'svc-plugin-hello',
        manifest('svc-plugin-hello', { svc }),
        `import { authenticator } from '@svc/plugin-sdk'
        export default {
          id: 'hello',
          provides: { authenticator },
          setup: () => ({ provides: { authenticator: { authenticate: ({ headers }) => headers['x-api-key'] && { userId: 'a', role: 'member' } } } }),
        }`,
      )
      await boot()
      plugins()?.setEnabled('hello', true)
      plugins()?.restart()
      await run?.settled()
    }

    it('serves it to signed-in users, below an address of its content, without routes of its own', async () => {
      write('dist/dashboard/index.js', 'import "./chunks/a.js"')
      write('dist/dashboard/chunks/a.js', 'a()')
      write('dist/dashboard/index.css', 'p {}')
      write('locales/en.json', '{"global":{}}')
      write('locales/notes.txt', 'no')
      await start()
      expect(info()).toMatchObject({ state: 'running', dashboard: { languages: ['en'], styles: true, error: null } })
      const address = `/api/plugins/hello/@${info()?.dashboard?.hash}`
      expect((await run?.app().inject(`${address}/index.js`))?.statusCode).toBe(401)
      const file = await get(`${address}/index.js`)
      expect([file?.body, file?.headers['cache-control'], file?.headers['content-type']]).toEqual([
        'import "./chunks/a.js"',
        'private, max-age=31536000, immutable',
        'text/javascript; charset=utf-8',
      ])
      expect((await get(`${address}~1/chunks/a.js`))?.body).toBe('a()')
      expect((await get(`${address}/locales/en.json`))?.json()).toEqual({ global: {} })
      expect((await get(`${address}/index.js`, { 'service-worker': 'script' }))?.statusCode).toBe(403)
      for (const path of [
        `${address}/none.js`,
        `${address}/locales/notes.txt`,
        `${address}/../index.js`,
        `${address}/%2e%2e/package.json`,
        `/api/plugins/hello/@${'0'.repeat(32)}/index.js`,
        '/api/plugins/hello/index.js',
      ]) {
        expect((await get(path))?.statusCode, path).toBe(404)
      }
      plugins()?.setEnabled('hello', false)
      plugins()?.restart()
      await run?.settled()
      expect(info()?.dashboard).toBeNull()
      expect((await get(`${address}/index.js`))?.statusCode).toBe(404)
    })

    it.each([
      ['no entry', () => write('dist/dashboard/other.js', ''), 'its folder has no index.js'],
      [
        'a file that is too large',
        () => write('dist/dashboard/index.js', 'x'.repeat(2 * 1024 * 1024)),
        'index.js has 2.0 MiB; at most 1.0 MiB are served',
      ],
      [
        'too many files',
        () => {
          for (let at = 0; at < 201; at++) write(`dist/dashboard/${at === 0 ? 'index' : at}.js`, '')
        },
        'it has 201 files; at most 200 are served',
      ],
    ])('runs without it if that has %s', async (_, writeAll, error) => {
      writeAll()
      await start()
      expect(info()).toMatchObject({ state: 'running', dashboard: { error } })
    })
  })

  it('is absent after its package was removed, and keeps its data', async () => {
    const tables = hello.replace(
      'setup:',
      "migrations: [{ name: '001-a', up: (db) => db.exec('CREATE TABLE hello_a (x)') }],\n    setup:",
    )
    install('svc-plugin-hello', undefined, tables)
    await boot()
    plugins()?.setEnabled('hello', true)
    plugins()?.restart()
    await run?.settled()
    rmSync(join(dataDir, 'plugins/node_modules/svc-plugin-hello'), { recursive: true })
    plugins()?.restart()
    await run?.settled()
    expect(plugins()?.list()).toMatchObject([{ id: 'hello', state: 'absent', tables: ['hello_a'] }])
    expect(() => plugins()?.setEnabled('hello', true)).toThrow('kernel.PLUGIN_NOT_INSTALLED')
  })
})
