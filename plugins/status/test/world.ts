import { type AnyPlugin, createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { addServer, claimServer, connectAgent } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import { expect } from 'vitest'
import status from '../src/index.ts'
import type { Incident, Maintenance, StatusPage } from '../src/status-schema.ts'

/** A Friday. */
export const noon = Date.UTC(2026, 4, 1, 12)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Who = 'admin' | 'member'

export interface Options {
  readonly plugins?: readonly AnyPlugin[]
  readonly config?: object
  readonly dataDir?: string
  readonly now?: number
}

/** A kernel with real servers and this plugin. */
export async function makeWorld({ plugins = [], config, dataDir, now = noon }: Options = {}) {
  const kernel: TestKernel = await createTestKernel({
    plugins: [system, enrollment, ...plugins, status],
    now,
    ...(config && { config }),
    ...(dataDir && { dataDir }),
  })
  const send = (method: Method, url: string, payload?: object, who: Who = 'admin'): ReturnType<TestKernel['inject']> =>
    kernel.as(who).inject({ method, url, ...(payload && { payload }) })
  let readers = 0
  /** A request of a reader without sign-in, each from an address of its own. */
  const read = (
    url: string,
    headers: Record<string, string> = {},
    remoteAddress?: string,
  ): ReturnType<TestKernel['inject']> => {
    readers += 1
    const own = `198.51.${Math.floor(readers / 250)}.${readers % 250}`
    return kernel.inject({ method: 'GET', url, headers, remoteAddress: remoteAddress ?? own })
  }
  const ask = async (method: Method, url: string, payload?: object, who: Who = 'admin') => {
    const response = await send(method, url, payload, who)
    const body = response.json()
    return { status: response.statusCode, data: body.data, error: body.error }
  }
  const call = async <T>(method: Method, url: string, payload?: object, who?: Who): Promise<T> => {
    const { status, data, error } = await ask(method, url, payload, who)
    expect({ status, error }).toEqual({ status: 200, error: undefined })
    return data as T
  }
  const minutes = (count: number) => new Date(kernel.clock.now() + count * 60_000).toISOString()
  return {
    kernel,
    read,
    /** The data of a public response. */
    async shown<T>(path: string): Promise<T> {
      const response = await read(`/api/status${path}`)
      expect([response.statusCode, path, response.json().error]).toEqual([200, path, undefined])
      return response.json().data as T
    },
    ask,
    call,
    /** An instant so many minutes from now. */
    minutes,
    /** Changes the page, which is switched on. */
    publish: (change: object = {}) => call<StatusPage>('PUT', '/api/status-page', { enabled: true, ...change }),
    /** Adds a server with a connected agent. */
    async connected(name: string, facts?: object) {
      const { id, token } = await claimServer(kernel, name)
      const agent = await connectAgent(kernel, token, facts)
      return { id, agent }
    },
    /** Adds a server; returns its id. */
    server: async (name: string) => (await addServer(kernel, name)).id,
    incident: (input: object = {}) => call<Incident>('POST', '/api/incidents', { title: 'Slow', ...input }),
    maintenance: (input: object = {}) =>
      call<Maintenance>('POST', '/api/maintenances', {
        title: 'Upgrade',
        start_at: minutes(60),
        end_at: minutes(120),
        ...input,
      }),
    /** The fields and rules of a rejected request. */
    async rejected(method: Method, url: string, payload: object) {
      const { status, error } = await ask(method, url, payload)
      expect(status, JSON.stringify(payload)).toBe(422)
      return (error.details as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`)
    },
    /** Details of the audit entries of an action, oldest first. */
    audited: (action: string): object[] =>
      kernel.database
        .prepare('SELECT detail FROM system_audit_logs WHERE action = ? ORDER BY id')
        .pluck()
        .all(action)
        .map((detail) => JSON.parse(String(detail))),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
