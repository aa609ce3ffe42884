import { type AnyPlugin, createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { addServer } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import { expect } from 'vitest'
import status from '../src/index.ts'
import type { Incident, Maintenance } from '../src/status-schema.ts'

/** A Friday. */
export const noon = Date.UTC(2026, 4, 1, 12)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Who = 'admin' | 'member' | 'nobody'

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
  const send = (method: Method, url: string, payload?: object, who: Who = 'admin', headers: object = {}) =>
    (who === 'nobody' ? kernel : kernel.as(who)).inject({ method, url, headers, ...(payload && { payload }) } as never)
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
    send,
    ask,
    call,
    /** An instant so many minutes from now. */
    minutes,
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
