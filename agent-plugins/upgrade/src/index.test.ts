import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import { Upgrade, UpgradeProgress, UpgradeResult } from '@svc/plugin-upgrade/wire'
import { Ack, CapabilityDenied, SystemInfo } from '@svc/protocol'
import { afterAll, afterEach, expect, it, onTestFinished, vi } from 'vitest'
import upgrade from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-upgrade-'))
const program_file = join(folder, 'svc-agent')
writeFileSync(program_file, '#!/bin/sh\n', { mode: 0o755 })
afterAll(() => rmSync(folder, { recursive: true }))

let agent: TestAgent
afterEach(() => agent.close())

const nowhere = 'http://127.0.0.1:9/releases'
async function start(settings: object, deny: readonly string[] = []) {
  const denials = { upgrade: { upgrade: null } }
  const plugins = [{ plugin: upgrade, capabilities: ['upgrade'], denials }]
  agent = await createTestAgent({ plugins, config: { upgrade: settings }, deny })
  return agent.server
}

it('reports why an upgrade failed, until the server acknowledges it', async () => {
  const server = await start({ program_file, release_repo_url: nowhere })
  expect(await server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 4 })
  server.send(Upgrade, { version: '2.0.0', download_url: '', sha256: '', job_id: 'job' })
  expect(await server.next(UpgradeProgress)).toMatchObject({
    job_id: 'job',
    target_version: '2.0.0',
    stage: 'downloading',
  })
  expect(await server.next(UpgradeResult)).toMatchObject({
    job_id: 'job',
    error: expect.stringContaining('ECONNREFUSED'),
  })
  server.drop()
  const { msg_id } = await server.next(UpgradeResult)
  const isPending = () => JSON.parse(readFileSync(join(agent.stateDir, 'upgrade.json'), 'utf8')).report_pending
  expect(isPending()).toBe(true)
  server.send(Ack, { msg_id })
  await vi.waitFor(() => expect(isPending()).toBe(false), { timeout: 60_000 })
})

it.each<[object, string]>([
  [{ release_repo_url: nowhere }, 'this agent is not a single program file'],
  [{ program_file: join(folder, 'missing'), release_repo_url: nowhere }, 'this agent is not a single program file'],
  [{ program_file }, 'upgrade.release_repo_url is not set'],
  [{ program_file, release_repo_url: 'http://example.com/' }, 'upgrade.release_repo_url must be an https address'],
  [
    { program_file, release_repo_url: 'https://a:b@example.com/' },
    'upgrade.release_repo_url must not contain credentials, a query or a fragment',
  ],
  [
    { program_file, release_repo_url: nowhere, release_key: 'a key' },
    'upgrade.release_key is not a public key of minisign',
  ],
])('does not offer it with %j', async (settings, reason) => {
  const server = await start(settings)
  expect(await server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 0 })
  const [line] = agent.lines.filter(({ message }) => message === 'agent plugin running')
  expect(line?.fields.unavailable).toEqual({ upgrade: reason })
})

it('does not offer it where the program cannot be replaced, as in a container image with a read-only root', async () => {
  const image = mkdtempSync(join(tmpdir(), 'svc-image-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', image])
  const inImage = join(image, 'svc-agent')
  writeFileSync(inImage, '')
  if (isRoot) execFileSync('mount', ['-o', 'remount,ro', image])
  else chmodSync(image, 0o555)
  onTestFinished(() => {
    if (isRoot) execFileSync('umount', [image])
    else chmodSync(image, 0o755)
    rmSync(image, { recursive: true })
  })
  const server = await start({ program_file: inImage, release_repo_url: nowhere })
  expect(await server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 0 })
  const [line] = agent.lines.filter(({ message }) => message === 'agent plugin running')
  expect(line?.fields.unavailable).toEqual({ upgrade: `${image} cannot be written` })
})

it('is refused where the host denies it', async () => {
  const server = await start({ program_file, release_repo_url: nowhere }, ['upgrade'])
  server.send(Upgrade, { version: '2.0.0' })
  expect(await server.next(CapabilityDenied)).toMatchObject({ capability: 'upgrade' })
})
