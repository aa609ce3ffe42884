import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeServer } from '@svc/agent/testing'
import { cleanEnv, repository, run } from '@svc/e2e/process'
import { makeStage } from '@svc/e2e/stage'
import { toToml } from '@svc/e2e/toml'
import { until } from '@svc/e2e/until'
import { FileRead, FileReadResult, FileUploadAck, FileUploadChunk, FileUploadStart } from '@svc/plugin-files/wire'
import { SystemInfo } from '@svc/protocol'
import { expect, it } from 'vitest'

const stage = makeStage()
const token = 'a-run-token-that-only-tests-use-0123456789'

it('the built agent loads koffi at the first request, and removes what it left when it was killed', async () => {
  const directory = stage.directory()
  const root = join(directory, 'root')
  mkdirSync(root)
  writeFileSync(join(root, 'f'), 'content')
  const server = await startFakeServer({ accepts: token, reportInterval: 60 })
  stage.later(() => server.close())
  const config = join(directory, 'agent.toml')
  const state_dir = join(directory, 'state')
  const file = { enabled: true, root_paths: [root] }
  const capabilities = { allow: ['file'] }
  writeFileSync(config, toToml({ server_url: server.url, token, state_dir, file, capabilities }), { mode: 0o600 })
  const start = () => {
    const program = run([join(repository, 'agent/bin/svc-agent.js'), '--config', config], {
      cwd: directory,
      env: cleanEnv(),
    })
    stage.later(() => program.stop())
    return program
  }
  const agent = start()
  const loadsKoffi = () => readFileSync(`/proc/${agent.pid}/maps`, 'utf8').includes('koffi.node')
  expect((await server.next(SystemInfo)).features).toContain('file_extras')
  if (process.platform === 'linux') expect(loadsKoffi()).toBe(false)
  server.send(FileRead, { msg_id: '1', path: join(root, 'f'), max_size: 100 })
  expect(await server.next(FileReadResult)).toMatchObject({ error: null })
  if (process.platform === 'linux') expect(loadsKoffi()).toBe(true)

  server.send(FileUploadStart, { transfer_id: 't', path: join(root, 'new'), size: 10 })
  await server.next(FileUploadAck)
  server.send(FileUploadChunk, { transfer_id: 't', offset: 0, data: 'YWJj' })
  await server.next(FileUploadAck)
  expect(readdirSync(root)).toHaveLength(2)
  agent.kill('SIGKILL')
  await agent.exited
  expect(readdirSync(root)).toHaveLength(2)
  start()
  await until('the leftover to be removed', async () => readdirSync(root).join() === 'f')
})
