import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onboard } from '@svc/e2e/enrol'
import { startRegistry } from '@svc/e2e/package-registry'
import { packAll } from '@svc/e2e/plugin-package'
import { cleanEnv, repository } from '@svc/e2e/process'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, expect, it } from 'vitest'

const published = ['protocol', 'widget', 'widget-package', 'widget-tools', 'create-widget']

const stage = makeStage()
let server: Server
let admin: Session
let folder = ''
let environment: Record<string, string> = {}

beforeAll(async () => {
  const place = stage.directory()
  folder = stage.directory()
  const folders = published.map((name) => join(repository, 'sdk', name))
  const tarballs = packAll(folders, place)
  const packages = folders.map((source, index) => ({
    manifest: JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')),
    tarball: String(tarballs[index]),
  }))
  const registry = await startRegistry(packages)
  stage.later(registry.close)
  const npm = { npm_config_registry: registry.url, npm_config_cache: join(place, 'cache'), npm_config_yes: 'true' }

  server = await stage.server()
  admin = await firstSignIn(server)
  const { enrollment } = await onboard(admin, 'web-1')
  const agent = await simulateAgent(server.url, enrollment.code, () => ({ load1: 1.25 }))
  stage.later(agent.close)
  const { key } = await admin.send<{ key: string }>('POST', '/api/auth/api-keys', { name: 'widgets' })
  environment = { ...npm, NO_COLOR: '1', SVC_URL: server.url, SVC_KEY: key }
})

/** Commands of the README, in order. */
const steps = [...readFileSync(join(repository, 'sdk/widget/README.md'), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .map((line) => line.trim())

/** Runs a line of the README; resolves to what it printed. */
async function type(line: string): Promise<string> {
  const [, target] = /^cd (\S+)$/.exec(line) ?? []
  if (target) {
    folder = join(folder, target)
    return ''
  }
  const child = spawn('sh', ['-c', line], { cwd: folder, env: cleanEnv(environment) })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (printed += data))
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect([line, code, printed]).toEqual([line, 0, printed])
  return printed
}

/** `npm run dev` does not end by itself: it is looked at and stopped, with everything that it started. */
async function lookAtDev(line: string): Promise<void> {
  const child = spawn('sh', ['-c', line], { cwd: folder, env: cleanEnv(environment), detached: true })
  const ended = new Promise((resolve) => child.on('close', resolve))
  try {
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (printed += data))
    const url = await until('the page to be served', () => {
      if (child.exitCode !== null) throw new Error(`it ended: ${printed}`)
      return printed.includes('Ctrl-C') && /http:\/\/\S+/.exec(printed)?.[0]
    })
    const { page, problems } = await stage.tab({ url })
    await page.goto('/')
    await page.getByLabel('Server').selectOption({ label: 'web-1' })
    await page.getByRole('region', { name: 'Load' }).getByText('1.25').waitFor()
    expect(problems).toEqual([])
  } finally {
    process.kill(-Number(child.pid), 'SIGTERM')
    await ended
  }
}

/** The same request where there is no curl. */
async function install(): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([readFileSync(join(folder, 'dist/load.js'))]))
  const headers = { 'x-api-key': String(environment.SVC_KEY) }
  return (await fetch(`${server.url}/api/widget-modules`, { method: 'POST', headers, body: form })).text()
}

const hasCurl = spawnSync('curl', ['--version']).status === 0

// an installation with everything that it compiles and unpacks
const timeout = 300_000

it('the README leads from an empty folder to a widget on a dashboard', { timeout }, async () => {
  expect(steps).toEqual([
    'npm create @svc/widget@latest load -- --id org.example.load',
    'cd load',
    'npm install',
    'export SVC_URL=http://127.0.0.1:9527 SVC_KEY=svc_...',
    'npm run dev',
    'npm test',
    'npm run pack',
    'curl -f -H "X-API-Key: $SVC_KEY" -F file=@dist/load.js "$SVC_URL/api/widget-modules"',
  ])
  const [create, enter, installing, , dev, test, packing, send] = steps as string[]
  await type(String(create))
  await type(String(enter))
  await type(String(installing))
  await lookAtDev(String(dev))
  expect(await type(String(test))).toMatch(/Tests {2}2 passed/)
  await type('npm run build')
  expect(await type(String(packing))).toMatch(/^dist\/load\.js +[\d.]+ KiB +SHA-256 [0-9a-f]{64}$/m)
  expect(hasCurl ? await type(String(send)) : await install()).toContain(
    '{"data":{"id":"org.example.load","version":"1.0.0"}}',
  )

  const { id } = await admin.send<{ id: string }>('POST', '/api/dashboards', { name: 'Mine' })
  const [{ id: serverId } = { id: '' }] = await admin.get<{ id: string }[]>('/api/servers')
  const at = { grid_x: 0, grid_y: 0, grid_w: 3, grid_h: 2, config: { server: serverId } }
  await admin.send('PUT', `/api/dashboards/${id}`, {
    widgets: [{ widget_type: 'module', module_id: 'org.example.load', title: 'My load', ...at }],
  })
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto(`/dashboards?board=${id}`)
  await page.getByRole('region', { name: 'My load' }).getByText('1.25').waitFor()
  expect(problems).toEqual([])
})

it('published packages are complete and their types are self-contained', async () => {
  const root = join(folder, 'node_modules/@svc')
  const specifiers: string[] = []
  for (const name of readdirSync(root)) {
    const { exports = {} } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')) as {
      exports?: Record<string, string | Record<string, string>>
    }
    for (const [path, target] of Object.entries(exports)) {
      // sources are read in the repository only
      const { 'svc-source': _, ...files } = typeof target === 'string' ? { default: target } : target
      const lost = Object.values(files).filter((file) => !existsSync(join(root, name, file)))
      expect([name, path, lost]).toEqual([name, path, []])
      if (typeof target !== 'string') specifiers.push(`@svc/${name}${path.slice(1)}`)
    }
  }
  expect(specifiers).toContain('@svc/widget-sdk/testing')
  const browser = specifiers.filter((specifier) => !specifier.endsWith('widget-package'))
  writeFileSync(join(folder, 'all.ts'), browser.map((name, at) => `export * as n${at} from '${name}'`).join('\n'))
  const options = '--strict --module esnext --moduleResolution bundler --target es2023 --lib es2023,dom,dom.iterable'
  const compiler = join(repository, 'node_modules/typescript-7/bin/tsc')
  await type(`node ${compiler} --noEmit --ignoreConfig --skipLibCheck false --types react ${options} all.ts`)
})
