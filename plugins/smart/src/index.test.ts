import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, connectAgent } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { healthSource } from './health-source.ts'
import smart from './index.ts'
import { judgeDisk } from './judge.ts'
import { ruleType } from './rule-type.ts'

let kernel: TestKernel
let server: { readonly id: string; readonly token: string }
beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [system, enrollment, smart] })
  server = await claimServer(kernel, 'nas')
})
afterEach(() => kernel.close())

const healthy = {
  ...{ device: '/dev/sda', model: 'WDC', serial: 'S', passed: true, celsius: 30, power_on_hours: 10 },
  ...{ used_percent: null, reallocated: 0, pending: 0, uncorrectable: 0 },
}
const disks = async () => (await kernel.as('member').inject(`/api/servers/${server.id}/smart`)).json().data

it('lists the disks of a host with their health', async () => {
  expect(await disks()).toBeNull()
  const agent = await connectAgent(kernel, server.token, { agent_local_capabilities: 1 << 13 })
  agent.send({ type: 'smart_disks', disks: [healthy, { ...healthy, device: '/dev/sdb', passed: false, more: 1 }] })
  await vi.waitFor(async () => expect(await disks()).not.toBeNull())
  expect((await disks()).disks).toEqual([
    { ...healthy, level: 0 },
    { ...healthy, device: '/dev/sdb', passed: false, level: 2 },
  ])
  await kernel.as('admin').inject({ method: 'DELETE', url: `/api/servers/${server.id}` })
  expect(kernel.database.prepare('SELECT count(*) FROM smart_hosts').pluck().get()).toBe(0)
})

it('a disk is failing by its own verdict, and worn by its sectors and wear', () => {
  expect(judgeDisk(healthy)).toBe(0)
  expect(judgeDisk({ ...healthy, reallocated: 1 })).toBe(1)
  expect(judgeDisk({ ...healthy, pending: 1 })).toBe(1)
  expect(judgeDisk({ ...healthy, used_percent: 100 })).toBe(1)
  expect(judgeDisk({ ...healthy, reallocated: null, pending: null, uncorrectable: null })).toBe(0)
  expect(judgeDisk({ ...healthy, passed: false })).toBe(2)
})

it('failing disks are reasons of health, and what the rule names', async () => {
  const host = { disks: [healthy, { ...healthy, device: '/dev/sdb', pending: 3 }], reportedAt: 60 }
  const hosts = { get: (id: string) => (id === server.id ? host : undefined) }
  expect(healthSource(hosts).reasons(server.id)).toMatchObject([
    { level: 1, since: 60, text: { code: 'smart.WORN', params: { device: '/dev/sdb' } } },
  ])
  expect(healthSource(hosts).reasons('other')).toEqual([])
  const verdicts = await ruleType(hosts).judge?.({ rule_type: 'smart_failing' }, [server as never], 0)
  expect(verdicts?.get(server.id)).toEqual({ matches: true, value: 1, subjects: ['/dev/sdb'] })
})
