import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { claim, newRunToken, onboard } from './harness/enrol.ts'
import { ask } from './harness/http.ts'
import { certificate } from './harness/mail-sink.ts'
import { connectAgent, connectBrowser } from './harness/peer.ts'
import { freePort } from './harness/place.ts'
import { cleanEnv, repository, run } from './harness/process.ts'
import type { Server } from './harness/server.ts'
import { adminPassword, firstSignIn, type Session, signIn } from './harness/session.ts'
import { makeStage } from './harness/stage.ts'
import { until } from './harness/until.ts'

const stage = makeStage()
let server: Server

beforeAll(async () => {
  // Clients of the tests have loopback addresses, too.
  server = await stage.server({ config: { server: { trusted_proxies: ['127.0.0.1/32'] } } })
  await firstSignIn(server)
})

const page = readFileSync(join(repository, 'docs/reverse-proxy.md'), 'utf8')

/** The configuration in the documentation, for these addresses and the certificate of the tests. */
function documented(language: string, port: number): string {
  const [, text] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page) ?? []
  if (!text) throw new Error(`the page has no ${language}`)
  return text
    .replaceAll('127.0.0.1:9527', new URL(server.url).host)
    .replaceAll(/\/etc\/ssl\/\S+(?=;)/g, certificate)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('svc.example.com', 'localhost')
}

type Change = (config: string) => string

async function started(executable: string, port: number, args: readonly string[], directory: string): Promise<string> {
  const place = { cwd: directory, env: { ...cleanEnv(), XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory } }
  const proxy = run([...args], place, executable)
  stage.later(proxy.stop)
  const url = `https://localhost:${port}`
  await until('the proxy to forward', async () => {
    if (proxy.hasExited()) throw new Error(proxy.output())
    return (await ask(`${url}/healthz`).catch(() => undefined))?.status === 200
  })
  return url
}

async function nginx(change: Change = (config) => config): Promise<string> {
  const [port, directory] = [await freePort(), stage.directory()]
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  )
  const config = [
    ...['daemon off;', `pid ${directory}/nginx.pid;`, 'error_log stderr;', 'worker_processes 1;', 'events {}'],
    ...['http {', 'access_log off;', ...temporary, change(documented('nginx', port)), '}'],
  ]
  writeFileSync(join(directory, 'nginx.conf'), config.join('\n'))
  return started('/usr/sbin/nginx', port, ['-e', 'stderr', '-c', join(directory, 'nginx.conf')], directory)
}

async function caddy(): Promise<string> {
  const [port, directory] = [await freePort(), stage.directory()]
  const site = documented('caddyfile', port).replace(
    'localhost {',
    `localhost:${port} {\n  tls ${certificate} ${certificate}`,
  )
  writeFileSync(join(directory, 'Caddyfile'), `{\n  admin off\n  auto_https disable_redirects\n}\n${site}`)
  return started('/usr/bin/caddy', port, ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], directory)
}

describe.each([
  ['nginx', nginx],
  ['caddy', caddy],
] as const)('behind %s, as documented', (_, start) => {
  let url: string
  let session: Session
  beforeAll(async () => {
    url = await start()
    session = await signIn(url, 'admin', adminPassword)
  })

  it('people sign in and change things from its pages, and from no others', async () => {
    const change = (origin: string) => session.call('POST', '/api/server-groups', { name: origin }, { origin })
    expect((await change(url)).status).toBe(200)
    expect((await change('https://evil.example')).error()).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' })
  })

  it('the server knows the address of the client, and that it used TLS', async () => {
    const answer = await ask(`${url}/api/auth/login`, {
      ...{ method: 'POST', body: { username: 'admin', password: adminPassword }, from: '127.0.0.2' },
    })
    expect(answer.headers['strict-transport-security']).toBeDefined()
    const sessions = await session.get<{ ip: string }[]>('/api/auth/sessions')
    expect(sessions.map(({ ip }) => ip)).toContain('127.0.0.2')
  })

  it('agents and pages keep their sockets', async () => {
    const { server_id, enrollment } = await onboard(session, 'behind a proxy')
    const token = newRunToken()
    expect((await claim(url, enrollment.code, token)).status).toBe(200)
    const agent = await connectAgent(url, token)
    stage.later(agent.close)
    await agent.frame('welcome')
    const browser = await connectBrowser(url, session.cookie)
    stage.later(browser.close)
    expect(JSON.stringify(await browser.frame('full_sync'))).toContain(server_id)
  })

  it('large uploads reach the server', async () => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(4 * 2 ** 20)]), 'large.zip')
    const { headers, body } = await new Response(form).arrayBuffer().then((bytes) => ({
      headers: { 'content-type': new Response(form).headers.get('content-type') ?? '' },
      body: bytes,
    }))
    const answer = await session.call('POST', '/api/widget-modules', Buffer.from(body), headers)
    // It is no module, which only the server knows.
    expect(answer.error().code).toMatch(/^[A-Z_]+$/)
  })
})

it('behind a proxy that forwards no host, the 403 names the header and the setting', async () => {
  const url = await nginx((config) => config.replace(/ *proxy_set_header Host .*\n/, ''))
  const session = await signIn(url, 'admin', adminPassword)
  const refused = await session.call('POST', '/api/server-groups', { name: 'x' })
  expect(refused.status).toBe(403)
  expect(refused.error().message).toMatch(/Host or X-Forwarded-Host, or set server\.public_url/)
  // Browsers say on https pages that they are of the same origin.
  const browser = await session.call('POST', '/api/server-groups', { name: 'x' }, { 'sec-fetch-site': 'same-origin' })
  expect(browser.status).toBe(200)
})
