import { chmodSync, existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onboard } from '@svc/e2e/enrol'
import { run } from '@svc/e2e/process'
import { releasedPrograms } from '@svc/e2e/released-programs'
import { firstSignIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, expect, it } from 'vitest'
import { programs } from '../scripts/release/contents.mjs'
import { buildExecutable } from '../scripts/release/executable.mjs'
import { ownTarget, type Target } from '../scripts/release/targets.mjs'

const stage = makeStage()
/** Nothing of this repository can be found from where the programs run. */
const bare = { PATH: '/usr/bin:/bin' }
let executables: Record<string, string>
let unpacked: string

const ask = async (name: string, args: string[]) => {
  const program = run(args, { cwd: unpacked, env: { ...bare, SVC_PROGRAM_DIR: unpacked } }, executables[name])
  const { code } = await program.exited
  return { code, text: program.output() }
}

beforeAll(() => {
  unpacked = stage.directory()
  executables = releasedPrograms()
})

it('released programs run without anything beside them: a server with its pages, an agent that reports', async () => {
  const env = { ...bare, SVC_PROGRAM_DIR: unpacked }
  const server = await stage.server({ env, executable: executables['svc-server'] })
  const page = await fetch(server.url, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('<!doctype html>')
  const admin = await firstSignIn(server)
  const config = { capabilities: { allow: ['terminal', 'file'] } }
  const { server_id, enrollment } = await onboard(admin, 'one-file')
  const agent = stage.agent({
    serverUrl: server.url,
    code: enrollment.code,
    config,
    env,
    executable: executables['svc-agent'],
  })
  await agent.line(/"connected"/)
  const [from, to] = [Date.now() - 3_600_000, Date.now() + 60_000].map((ms) => new Date(ms).toISOString())
  const records = () => admin.get<unknown[]>(`/api/servers/${server_id}/records?from=${from}&to=${to}`)
  await until('figures in the maintenance worker', async () => Array.isArray(await records()))
  expect(server.output() + agent.output()).not.toMatch(/SVC_PROGRAM_DIR|"level":"error".*(?:plugin rejected|native)/)
})

it('are the same, byte for byte, whenever they are built', () => {
  const [, agent] = programs
  const again = buildExecutable(agent as (typeof programs)[number], ownTarget as Target, stage.directory())
  expect(readFileSync(again).equals(readFileSync(executables['svc-agent'] ?? ''))).toBe(true)
})

it('unpack themselves once, for their account only, and repair what was changed', async () => {
  expect(await ask('svc-agent', ['--version'])).toEqual({ code: 0, text: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  const [folder = ''] = globSync('svc-agent-*', { cwd: unpacked })
  const file = join(unpacked, folder, 'agent/bin/svc-agent.js')
  const before = readFileSync(file, 'utf8')
  expect(statSync(file).mode & 0o077).toBe(0)
  writeFileSync(file, 'process.exit(7)')
  expect((await ask('svc-agent', ['--version'])).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(before)
})

it('do not run code from a folder that others can write', async () => {
  const shared = stage.directory()
  chmodSync(shared, 0o777)
  const program = run(['--version'], { cwd: '/', env: { ...bare, SVC_PROGRAM_DIR: shared } }, executables['svc-agent'])
  expect((await program.exited).code).toBe(1)
  expect(program.output()).toContain(`cannot unpack itself: ${shared} can be written by others`)
  expect(existsSync(join(shared, 'agent'))).toBe(false)
})
