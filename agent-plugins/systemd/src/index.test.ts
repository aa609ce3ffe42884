import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import { SystemdUnits } from '@svc/plugin-systemd/wire'
import { SystemInfo } from '@svc/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import plugin from './index.ts'

let folder: string
let agent: TestAgent | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-systemd-'))
})
afterEach(async () => {
  await agent?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A program in place of systemctl, because tests cannot fail units of this host. */
const print = (text: string) => writeFileSync(join(folder, 'units'), text)
function start(deny: readonly string[] = []) {
  const command = join(folder, 'systemctl')
  writeFileSync(command, `#!/bin/sh\ncat ${join(folder, 'units')}\nexit 3\n`)
  chmodSync(command, 0o755)
  return createTestAgent({
    plugins: [{ plugin, capabilities: ['systemd'] }],
    allow: ['systemd'],
    config: { systemd: { command, interval_seconds: 1 } },
    deny,
  })
}

it('reports failed units with the connection, and when they change', async () => {
  print('nginx.service loaded failed failed Web server\n')
  agent = await start()
  expect(await agent.server.next(SystemdUnits)).toMatchObject({
    failed: [{ name: 'nginx.service', description: 'Web server' }],
  })
  print('')
  expect(await agent.server.next(SystemdUnits)).toMatchObject({ failed: [] })
})

it('does not offer it on a host without systemd', async () => {
  agent = await createTestAgent({
    plugins: [{ plugin, capabilities: ['systemd'] }],
    allow: ['systemd'],
    config: { systemd: { command: join(folder, 'missing') } },
    deny: ['systemd'],
  })
  expect(await agent.server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 0 })
})
