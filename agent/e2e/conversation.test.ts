import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { onboard } from '@svc/e2e/enrol'
import { freePort } from '@svc/e2e/place'
import { pack, writePlugin } from '@svc/e2e/plugin-package'
import { cleanEnv, type Program, repository, run } from '@svc/e2e/process'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { toToml } from '@svc/e2e/toml'
import { until } from '@svc/e2e/until'
import { beforeAll, expect, it } from 'vitest'

/** A third party's plugin: a request to the agent, and a download from it. */
const pluginSource = `
import { Readable } from 'node:stream'
import { agents } from '@svc/plugin-enrollment/contract'
import { definePlugin } from '@svc/plugin-sdk'
import { defineMessage, defineRequest, defineStream, str, u64 } from '@svc/protocol'

const id = { transfer_id: str() }
const Download = defineStream({
  capability: 'file',
  id: 'transfer_id',
  open: defineMessage('file_download_start', { ...id, size: u64() }),
  ready: defineMessage('file_download_ready', { ...id, size: u64() }),
  chunk: defineMessage('file_download_chunk', { ...id, offset: u64(), data: str() }),
  end: defineMessage('file_download_end', id),
  error: defineMessage('file_download_error', { ...id, error: str() }),
  cancel: defineMessage('file_download_cancel', id),
})
const Progress = defineRequest({
  capability: 'file',
  id: 'msg_id',
  request: defineMessage('transfer_progress', { msg_id: str() }),
  reply: defineMessage('transfer_progress_result', { msg_id: str(), open: u64(), sent: u64() }),
})
const config = { access: 'admin', server: 'id', capability: 'file' }

export default definePlugin({
  id: 'transfer',
  requires: { agents },
  setup: ({ agents }) => ({
    routes: async (app) => {
      app.get('/api/transfer/:id/progress', { config }, async ({ visibleServer }) => ({
        data: await agents.request(visibleServer.id, Progress, {}),
      }))
      app.get('/api/transfer/:id/download/:size', { config }, async ({ visibleServer, params }, reply) => {
        const stream = await agents.open(visibleServer.id, Download, { size: Number(params.size) })
        const bytes = async function* () {
          for await (const { data } of stream) yield Buffer.from(data, 'base64')
        }
        return reply.header('content-type', 'application/octet-stream').send(Readable.from(bytes()))
      })
    },
  }),
})
`

const mib = 1024 * 1024
const stage = makeStage()
let server: Server
let admin: Session
let host: { readonly id: string; start(): Program }
let agent: Program

beforeAll(async () => {
  const place = { directory: stage.directory(), port: await freePort() }
  const folder = writePlugin(join(stage.directory(), 'svc-plugin-transfer'), 'transfer', pluginSource)
  const command = await stage.launch(place, ['plugin', 'add', pack(folder, stage.directory())])
  expect((await command.exited).code, command.output()).toBe(0)
  server = await stage.server(place)
  admin = await firstSignIn(server)
  expect((await admin.call('PUT', '/api/plugins/transfer', { enabled: true })).status).toBe(200)
  // Enabling it restarts the server, which refuses connections for a moment.
  await until('the plugin to run', async () => {
    const plugins = await admin.get<{ id: string; state: string }[]>('/api/plugins').catch(() => [])
    return plugins.some(({ id, state }) => id === 'transfer' && state === 'running')
  })

  const { server_id: id, enrollment } = await onboard(admin, 'sender')
  const directory = stage.directory()
  const file = join(directory, 'agent.toml')
  const state_dir = join(directory, 'state')
  writeFileSync(file, toToml({ server_url: server.url, enrollment_code: enrollment.code, state_dir }), { mode: 0o600 })
  const program = join(repository, 'agent/test/transfer-program.ts')
  host = {
    id,
    start: () => run(['--conditions=svc-source', program, file], { cwd: directory, env: cleanEnv() }),
  }
  agent = host.start()
  stage.later(() => agent.stop())
  await agent.line(/"connected"/)
  await untilReady()
})

const progress = () => admin.get<{ open: number; sent: number }>(`/api/transfer/${host.id}/progress`)
const untilReady = () =>
  until('the agent to respond', () =>
    progress().then(
      () => true,
      () => false,
    ),
  )

/** The response, of which nothing has been read. */
async function download(size: number): Promise<IncomingMessage> {
  const request = get(`${server.url}/api/transfer/${host.id}/download/${size}`, { headers: { cookie: admin.cookie } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  return response
}

it('a request of a plugin is replied to by the agent', async () => {
  expect(await progress()).toMatchObject({ open: 0, sent: 0 })
})

it('a download arrives whole', async () => {
  const size = 20 * mib + 5
  let received = 0
  for await (const chunk of await download(size)) {
    const { length } = chunk as Buffer
    received += length
  }
  expect(received).toBe(size)
  expect(await progress()).toMatchObject({ open: 0, sent: size })
})

it('a reader that stops stops the agent, which still replies to requests; when it leaves, the agent is told', async () => {
  const size = 200 * mib
  const response = await download(size)
  let last = 0
  let stillFor = 0
  await until('the agent to wait', async () => {
    const { sent } = await progress()
    stillFor = sent === last ? stillFor + 1 : 0
    last = sent
    return sent > 0 && stillFor === 5
  })
  expect(last).toBeLessThan(size / 2)
  response.destroy()
  await until('the agent to stop', async () => (await progress()).open === 0)
})

it('a download ends with its agent, and the next connection serves the next one', async () => {
  const response = await download(200 * mib)
  agent.kill('SIGKILL')
  await agent.exited
  const failed = await new Promise((resolve) => {
    response.on('error', () => resolve(true))
    response.on('end', () => resolve(false))
    response.resume()
  })
  expect(failed).toBe(true)
  agent = host.start()
  await agent.line(/"connected"/)
  await untilReady()
  expect(await progress()).toMatchObject({ open: 0, sent: 0 })
})
