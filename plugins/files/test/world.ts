import { createHash } from 'node:crypto'
import { get, type IncomingMessage, request } from 'node:http'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, connectAgent as connect } from '@svc/plugin-enrollment/testing'
import type { Principal } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import { expect } from 'vitest'
import files from '../src/index.ts'

/** Capability bit of `file`. */
const fileBit = 64
const noon = Date.UTC(2026, 4, 1, 12)

type Answer = ReturnType<ReturnType<TestKernel['as']>['inject']>
export type Who = 'admin' | 'member' | Principal

/** Another administrator. */
export const bob: Principal = {
  userId: 'bob',
  username: 'bob',
  role: 'admin',
  via: 'cookie',
  credentialId: 'session-of-bob',
  flagged: false,
}

export const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')
export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

export interface Options {
  readonly config?: object
  readonly dataDir?: string
}

/** A kernel with the real fleet and this plugin. */
export async function makeWorld({ config, dataDir }: Options = {}) {
  const kernel: TestKernel = await createTestKernel({
    plugins: [system, enrollment, files],
    now: noon,
    ...(config && { config }),
    ...(dataDir && { dataDir }),
  })
  let origin: Promise<string> | undefined

  const ask = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    who: Who = 'admin',
    headers: Record<string, string> = {},
  ): Answer => kernel.as(who).inject({ method, url: `/api/files/${url}`, headers, ...(payload && { payload }) })

  /** The data of a successful response. */
  async function call(...question: Parameters<typeof ask>) {
    const answer = await ask(...question)
    expect(answer.statusCode, `${answer.body} ${JSON.stringify(kernel.logs.slice(-3))}`).toBe(200)
    return answer.json().data
  }

  async function connectAgent(token: string, facts: object = {}) {
    const own = { agent_local_capabilities: fileBit, features: ['file_extras'], stream_window: 1_048_576, ...facts }
    const agent = await connect(kernel, token, own)
    return {
      ...agent,
      /** From now on it is an agent of another maker, which acknowledges each chunk. */
      becomePeer: () => agent.introduce({ agent_local_capabilities: fileBit }),
      /** Replies to the next request of this type. */
      async reply(type: string, response: { readonly type: string; readonly [field: string]: unknown }) {
        const { msg_id, ...asked } = await agent.next(type)
        agent.send({ msg_id, error: null, ...response })
        return asked
      },
      /** Opens the next download; returns what sends its parts. */
      async opens(size: number | null, more: object = {}) {
        const start = await agent.next('file_download_start')
        const { transfer_id } = start
        agent.send({ type: 'file_download_ready', transfer_id, size, ...more })
        return {
          start,
          chunk: (offset: number, bytes: Uint8Array | string) =>
            agent.send({ type: 'file_download_chunk', transfer_id, offset, data: base64(bytes) }),
          send: (message: { readonly type: string; readonly [field: string]: unknown }) =>
            agent.send({ transfer_id, ...message }),
          end: (more: object = {}) => agent.send({ type: 'file_download_end', transfer_id, ...more }),
        }
      },
      /** Takes the next upload as an honest agent does; returns its opening message, content and checksum. */
      async takes(from = 0) {
        const start = await agent.next('file_upload_start')
        const { transfer_id } = start
        agent.send({ type: 'file_upload_ack', transfer_id, offset: from })
        const parts: Buffer[] = []
        let offset = from
        while (offset < Number(start.size)) {
          const chunk = await agent.next('file_upload_chunk')
          expect(chunk).toMatchObject({ transfer_id, offset })
          const bytes = Buffer.from(String(chunk.data), 'base64')
          parts.push(bytes)
          offset += bytes.length
          agent.send({ type: 'stream_credit', id: transfer_id, bytes: JSON.stringify(chunk).length })
        }
        const end = await agent.next('file_upload_end')
        agent.send({ type: 'file_upload_complete', transfer_id })
        return { start, bytes: Buffer.concat(parts), sha256: end.sha256 }
      },
    }
  }

  return {
    kernel,
    ask,
    call,
    connectAgent,
    /** A server whose agent is connected. */
    async server(name: string, facts?: object) {
      const { id, token } = await claimServer(kernel, name)
      return { id, token, agent: await connectAgent(token, facts) }
    },
    /** A response over a real socket, of which nothing has been read. */
    async open(url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
      origin ??= kernel.listen()
      const address = `${await origin}/api/files/${url}`
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      get(address, { headers: { ...kernel.as('admin').headers, ...headers } }, resolve).on('error', reject)
      return promise
    },
    /** A request over a real socket, whose body the test writes. */
    async sending(method: string, url: string, headers: Record<string, string> = {}) {
      origin ??= kernel.listen()
      const address = `${await origin}/api/files/${url}`
      return request(address, { method, headers: { ...kernel.as('admin').headers, ...headers } })
    },
    transfers: async (who: Who = 'admin') => (await call('GET', 'transfers', undefined, who)).transfers,
    /** Actions and details of audit entries about files and of the kit, oldest first. */
    audited: (): [string, Record<string, unknown>][] =>
      kernel.database
        .prepare<[], { action: string; detail: string }>(
          "SELECT action, detail FROM system_audit_logs WHERE action LIKE 'file%' OR action = 'capability_denied' ORDER BY id",
        )
        .all()
        .map(({ action, detail }) => [action, JSON.parse(detail)]),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
export type Agent = Awaited<ReturnType<World['connectAgent']>>

/** A form with these fields in this order; a file has bytes. */
export function form(parts: readonly (readonly [name: string, value: string | Buffer])[]) {
  const boundary = 'svc-boundary'
  const chunks = parts.flatMap(([name, value]) => {
    const file = typeof value === 'string' ? '' : '; filename="f"\r\ncontent-type: application/octet-stream'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]
  })
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
