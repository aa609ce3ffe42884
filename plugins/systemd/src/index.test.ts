import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, connectAgent } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import systemd from './index.ts'
import { ruleType } from './rule-type.ts'

let kernel: TestKernel
let server: { readonly id: string; readonly token: string }
beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [system, enrollment, systemd] })
  server = await claimServer(kernel, 'web-1')
})
afterEach(() => kernel.close())

const units = async () => (await kernel.as('member').inject(`/api/servers/${server.id}/systemd`)).json().data
const healthOf = async () => {
  const all = (await kernel.as('member').inject('/api/servers')).json().data as { id: string; health?: unknown }[]
  return all.find(({ id }) => id === server.id)
}
const report = async (...failed: object[]) => {
  const agent = await connectAgent(kernel, server.token, { agent_local_capabilities: 1 << 12 })
  agent.send({ type: 'systemd_units', failed })
  await vi.waitFor(async () => expect((await units())?.failed).toHaveLength(Math.min(failed.length, 100)))
}

it('is null until a host reports, then lists its failed units', async () => {
  expect(await units()).toBeNull()
  await report({ name: 'nginx.service', description: 'Web\u202E server', more: 1 })
  expect(await units()).toEqual({
    reported_at: expect.stringMatching(/Z$/),
    failed: [{ name: 'nginx.service', description: 'Web? server' }],
  })
  expect(await healthOf()).toBeDefined()
})

it('keeps at most 100 units', async () => {
  await report(...Array.from({ length: 1000 }, (_, n) => ({ name: `u${n}.service`, description: 'x'.repeat(1000) })))
  expect((await units()).failed[0].description.length).toBeLessThanOrEqual(257)
})

it('is deleted with its server', async () => {
  await report({ name: 'nginx.service', description: '' })
  await kernel.as('admin').inject({ method: 'DELETE', url: `/api/servers/${server.id}` })
  expect(kernel.database.prepare('SELECT count(*) FROM systemd_hosts').pluck().get()).toBe(0)
})

it('survives a restart, and is what the rule names', async () => {
  await report({ name: 'nginx.service', description: '' })
  const { hostsStore } = await import('./hosts-store.ts')
  const hosts = hostsStore({ prepare: (sql: string) => kernel.database.prepare(sql) } as never)
  const verdicts = await ruleType(hosts).judge?.({ rule_type: 'systemd_failed' }, [server as never], 0)
  expect(verdicts?.get(server.id)).toEqual({ matches: true, value: 1, subjects: ['nginx.service'] })
})
