import { createTestKernel, type TestKernel, type TestKernelOptions } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, connectAgent } from '@svc/plugin-enrollment/testing'
import type { Principal } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import { report } from '@svc/protocol/testing'
import { expect } from 'vitest'
import terminal from '../src/index.ts'

/** Capability bit of `terminal`. */
const terminalBit = 1
export const toBase64 = (text: string): string => Buffer.from(text).toString('base64')

export interface Page extends Awaited<ReturnType<TestKernel['connect']>> {
  readonly sessionId: string
  readonly secret: string
  type(text: string): void
  /** Reads output until it ends like this; returns all of it. */
  until(end: string): Promise<string>
}

/** A kernel with the real fleet and this plugin. */
export async function makeWorld(options: Pick<TestKernelOptions, 'config' | 'dataDir'> = {}) {
  const kernel: TestKernel = await createTestKernel({ plugins: [system, enrollment, terminal], ...options })
  const admin = kernel.as('admin')

  const connectPage = async (serverId: string, query = '', who: 'admin' | 'member' | Principal = 'admin') =>
    kernel.connect(`/api/ws/terminal/${serverId}${query}`, kernel.as(who).headers)

  function pageOf(socket: Awaited<ReturnType<typeof connectPage>>, session: Record<string, unknown>): Page {
    return {
      ...socket,
      sessionId: String(session.session_id),
      secret: String(session.secret),
      type: (text) => socket.send({ type: 'input', data: toBase64(text) }),
      async until(end) {
        let bytes = Buffer.alloc(0)
        while (!bytes.toString().endsWith(end)) {
          const data = Buffer.from(String((await socket.next('output')).data), 'base64')
          bytes = Buffer.concat([bytes, data])
          socket.send({ type: 'output_shown', bytes: data.length })
        }
        return bytes.toString()
      },
    }
  }

  return {
    kernel,
    connectPage,
    /** A server whose agent is connected. */
    async server(name: string, facts: object = {}) {
      const { id, token } = await claimServer(kernel, name)
      const own = { agent_local_capabilities: terminalBit, stream_window: 1_048_576, ...facts }
      const agent = await connectAgent(kernel, token, own)
      return {
        id,
        agent,
        withdraw: () => agent.introduce({ ...own, agent_local_capabilities: 0 }),
        /** Resolves when everything sent so far was handled. */
        settle: () => agent.introduce(own),
        /** Time passes, and the agent sends reports. */
        async pass(ms: number) {
          for (let left = ms; left > 0; left -= 20_000) {
            agent.send({ type: 'report', ...report() })
            await agent.introduce(own)
            await kernel.clock.advance(Math.min(left, 20_000))
          }
        },
        print: (session_id: string, text: string | Buffer) =>
          agent.send({ type: 'terminal_output', session_id, data: Buffer.from(text).toString('base64') }),
      }
    },
    async open(serverId: string, query = '', who: 'admin' | Principal = 'admin'): Promise<Page> {
      const socket = await connectPage(serverId, query, who)
      return pageOf(socket, await socket.next('session'))
    },
    async resume(serverId: string, page: Page, more: object = {}, who: 'admin' | Principal = 'admin') {
      const socket = await connectPage(serverId, `?resume=${page.sessionId}&resumable=true`, who)
      socket.send({ type: 'resume', secret: page.secret, offset: 0, rows: 24, cols: 80, ...more })
      return pageOf(socket, { session_id: page.sessionId, secret: page.secret })
    },
    /** A request of an admin: status and data, or the error. */
    async call(method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) {
      const response = await admin.inject({ method, url, ...(payload && { payload }) })
      const { data, error } = response.json()
      return { status: response.statusCode, data, error }
    },
    download: (id: string): ReturnType<TestKernel['inject']> => admin.inject(`/api/terminal/recordings/${id}/cast`),
    /** Details of audit entries, oldest first. */
    audited: (action: string): Record<string, unknown>[] =>
      kernel.database
        .prepare<[string], { detail: string }>('SELECT detail FROM system_audit_logs WHERE action = ? ORDER BY id')
        .all(action)
        .map(({ detail }) => JSON.parse(detail)),
    /** Resolves when the socket has closed. */
    closed: (socket: Pick<Page, 'next'>) => expect(socket.next('nothing')).rejects.toThrow('closed'),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
