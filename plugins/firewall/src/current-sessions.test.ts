import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import alerts from '@svc/plugin-alerts'
import { authWithCheapHashes as auth } from '@svc/plugin-auth/testing'
import enrollment from '@svc/plugin-enrollment'
import { connectAgent } from '@svc/plugin-enrollment/testing'
import security from '@svc/plugin-security'
import system from '@svc/plugin-system'
import { auditedDetails } from '@svc/plugin-system/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { attack, noon } from '../test/world.ts'
import firewall from './index.ts'

/** Of a proxy that states addresses of clients, and of another host. */
const [proxy, stranger] = ['198.51.100.3', '192.0.2.80']
const [home, office] = ['203.0.113.9', '203.0.113.77']

let kernel: TestKernel
beforeEach(async () => {
  kernel = await createTestKernel({
    plugins: [system, auth, enrollment, alerts, security, firewall],
    now: noon,
    config: { server: { trusted_proxies: ['198.51.100.0/28'] }, alerts: { default_rules: false } },
  })
})
afterEach(() => kernel.close())

/** A request through the proxy. */
async function ask(method: 'GET' | 'POST', url: string, client: string, payload?: object, cookie = '', from = proxy) {
  const headers = { 'x-forwarded-for': client, ...(cookie && { cookie }) }
  return kernel.inject({ method, url, headers, remoteAddress: from, ...(payload && { payload }) })
}

async function signIn(client: string): Promise<string> {
  const password = kernel.logs.flatMap(
    (record) => /^admin password: (.+)$/.exec(String(Reflect.get(record, 'msg')))?.[1] ?? [],
  )[0]
  const answer = await ask('POST', '/api/auth/login', client, { username: 'admin', password })
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const chosen = { new_password: 'correct horse battery', new_username: 'ada' }
  expect((await ask('POST', '/api/auth/onboarding', client, chosen, cookie)).statusCode).toBe(200)
  return cookie
}

/** A server whose agent reports attacks, with a rule that blocks their sources. */
async function watchedServer(cookie: string) {
  const call = async (url: string, payload: object) => (await ask('POST', url, home, payload, cookie)).json().data
  await call('/api/alert-rules', {
    name: 'Door',
    rules: [{ rule_type: 'ssh_brute_force_detected' }],
    actions: [{ type: 'block_source_ip' }],
  })
  const { enrollment } = await call('/api/servers', { onboarding_request_id: 'request-web', name: 'web' })
  const token = 'token-of-web-'.padEnd(43, 'x')
  await kernel.inject({
    method: 'POST',
    url: '/api/agent/register',
    headers: { authorization: `Bearer ${enrollment.code}` },
    payload: { proposed_run_token: token },
  })
  return connectAgent(kernel, token, { agent_local_capabilities: 512 | 256, protocol_version: 6 })
}

it('alerts do not block addresses of current sessions behind a proxy, nor the proxy', async () => {
  const cookie = await signIn(home)
  const agent = await watchedServer(cookie)
  const reasons = async (source: string) => {
    agent.send(attack(source))
    await agent.settle()
    const { items } = (await ask('GET', '/api/firewall/blocks', home, undefined, cookie)).json().data
    if (items.some(({ target }: { target: string }) => target === source)) return 'blocked'
    const skipped = auditedDetails(kernel, 'firewall_auto_block_skipped_conflict') as {
      target: string
      reason: string
    }[]
    return skipped.find(({ target }) => target === source)?.reason
  }
  expect(await reasons(home)).toBe('firewall.SESSION_ADDRESS')
  expect(await reasons(proxy)).toBe('firewall.TRUSTED_PROXY')
  // The session goes on from another network.
  expect((await ask('GET', '/api/auth/me', office, undefined, cookie)).statusCode).toBe(200)
  expect(await reasons(office)).toBe('firewall.SESSION_ADDRESS')
  // Nobody protects an address by claiming it: without a session, or not through the proxy.
  await ask('GET', '/api/auth/me', '203.0.113.78')
  await ask('GET', '/api/auth/me', '203.0.113.79', undefined, cookie, stranger)
  expect(await reasons('203.0.113.78')).toBe('blocked')
  expect(await reasons('203.0.113.79')).toBe('blocked')
})

it('after a sign-out its addresses are like all others', async () => {
  const cookie = await signIn(home)
  const agent = await watchedServer(cookie)
  await ask('GET', '/api/auth/me', office, undefined, cookie)
  expect((await ask('POST', '/api/auth/logout', office, {}, cookie)).statusCode).toBe(200)
  for (const source of [home, office]) {
    agent.send(attack(source))
    expect(await agent.next('blocklist_add')).toMatchObject({ entry: { target: `${source}/32` } })
  }
})
