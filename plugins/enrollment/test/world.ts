import { randomBytes, randomUUID } from 'node:crypto'
import { type AnyPlugin, createTestKernel, type TestKernelOptions } from '@svc/kernel/testing'
import { definePlugin, type Principal } from '@svc/plugin-sdk'
import { type AuditEntry, audit } from '@svc/plugin-system/contract'
import { fakeAudit } from '@svc/plugin-system/testing'
import { report as makeReport, systemInfo as makeSystemInfo } from '@svc/protocol/testing'
import enrollment from '../src/index.ts'
import { Peer } from './peer.ts'

export const newToken = () => randomBytes(32).toString('base64url')

export const systemInfo = makeSystemInfo({ ipv4: '198.51.100.7', features: ['docker'] })
export const report = { type: 'report', ...makeReport({ mem_used: 5_000_000_000, disk_io: [] }) }

interface Issued {
  id: string
  code: string
  code_prefix: string
  expires_at: string
}

interface WorldOptions extends Partial<TestKernelOptions> {
  /** this plugin, or a variation of it */
  readonly subject?: AnyPlugin
}

/** A test kernel with this plugin, and helpers for what most tests do. */
export async function makeWorld({ plugins = [], subject = enrollment, ...options }: WorldOptions = {}) {
  const audited: AuditEntry[] = []
  const fakeSystem = definePlugin({
    id: 'system',
    provides: { audit },
    setup: () => ({ provides: { audit: fakeAudit((entry) => void audited.push(entry)) } }),
  })
  const kernel = await createTestKernel({ ...options, plugins: [fakeSystem, subject, ...plugins] })
  let listening: Promise<string> | undefined
  const peers: Peer[] = []

  const call = async (
    who: 'admin' | 'member' | Principal,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ) => {
    const response = await kernel.as(who).inject({ method, url, ...(payload ? { payload } : {}) })
    const body = response.body === '' ? undefined : response.json()
    return { status: response.statusCode, data: body?.data, error: body?.error, headers: response.headers }
  }
  const admin = call.bind(undefined, 'admin')
  const url = () => {
    listening ??= kernel.listen()
    return listening
  }
  const connect = async (path: string, headers: Readonly<Record<string, string>>) => {
    const peer = new Peer(`${await url()}${path}`, headers)
    peers.push(peer)
    return peer
  }
  const onboard = async (name: string, extra: object = {}): Promise<{ server_id: string; enrollment: Issued }> => {
    const body = { onboarding_request_id: randomUUID(), name, ...extra }
    return (await admin('POST', '/api/servers', body)).data
  }
  const register = async (code: string, token: string) => {
    const response = await kernel.inject({
      method: 'POST',
      url: '/api/agent/register',
      headers: { authorization: `Bearer ${code}` },
      payload: { proposed_run_token: token },
    })
    return { status: response.statusCode, ...response.json() }
  }

  return {
    kernel,
    audited,
    /** base URL for real requests */
    url,
    call,
    admin,
    member: call.bind(undefined, 'member'),
    onboard,
    register,
    /** A claimed server and its run token. */
    async claimed(name: string) {
      const { server_id, enrollment } = await onboard(name)
      const token = newToken()
      await register(enrollment.code, token)
      return { id: server_id, token }
    },
    agent: (token: string, query = '') =>
      connect(`/api/agent/ws${query}`, token === '' ? {} : { authorization: `Bearer ${token}` }),
    /** A connected agent that has received its welcome. */
    async welcomed(token: string) {
      const peer = await connect('/api/agent/ws', { authorization: `Bearer ${token}` })
      await peer.next('welcome')
      return peer
    },
    browser: (who: 'admin' | 'member' | Principal = 'admin') => connect('/api/ws/servers', kernel.as(who).headers),
    async close() {
      for (const peer of peers) peer.socket.terminate()
      await kernel.close()
    },
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
