import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import { SmartDisks } from '@svc/plugin-smart/wire'
import { SystemInfo } from '@svc/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import plugin from './index.ts'

let folder: string
let agent: TestAgent | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-smart-'))
})
afterEach(async () => {
  await agent?.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = (command: string) =>
  createTestAgent({ plugins: [{ plugin, capabilities: ['smart'] }], allow: ['smart'], config: { smart: { command } } })

it('reports the disks with the connection', async () => {
  // A program in place of smartctl, because machines that run tests have no such disks.
  const command = join(folder, 'smartctl')
  const scan = { devices: [{ name: '/dev/sda', type: 'sat' }] }
  const disk = { model_name: 'WDC', serial_number: 'S', smart_status: { passed: true }, temperature: { current: 31 } }
  const body = `case "$1" in --scan-open) echo '${JSON.stringify(scan)}';; *) echo '${JSON.stringify(disk)}'; exit 4;; esac`
  writeFileSync(command, `#!/bin/sh\n${body}\n`)
  chmodSync(command, 0o755)
  agent = await start(command)
  expect(await agent.server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 1 << 13 })
  expect(await agent.server.next(SmartDisks)).toMatchObject({
    disks: [{ device: '/dev/sda', model: 'WDC', passed: true, celsius: 31 }],
  })
})

it('is not offered without smartctl', async () => {
  agent = await start(join(folder, 'missing'))
  expect(await agent.server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 0 })
})
