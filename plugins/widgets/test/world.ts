import { createTestKernel, type TestKernelOptions } from '@svc/kernel/testing'
import { live } from '@svc/plugin-enrollment/contract'
import { definePlugin, text } from '@svc/plugin-sdk'
import {
  type AuditEntry,
  audit,
  type Outbound,
  type OutboundAnswer,
  OutboundError,
  outbound,
} from '@svc/plugin-system/contract'
import { fakeAudit } from '@svc/plugin-system/testing'
import widgets from '../src/index.ts'
import { upload } from './sources.ts'

const notPublic = (subject: string) => new OutboundError('refused', text('system.OUTBOUND_NOT_PUBLIC', { subject }))

interface WorldOptions extends Partial<Pick<TestKernelOptions, 'dataDir' | 'now'>> {
  /** responses of other hosts by URL; others are rejected as private addresses */
  readonly web?: Readonly<Record<string, Partial<OutboundAnswer>>>
  /** called during a download */
  readonly meanwhile?: () => void
  /** before the audit log is written */
  readonly writing?: () => void
}

/** A test kernel with this plugin and fakes of the services it requires. */
export async function makeWorld({ web = {}, meanwhile, writing, ...options }: WorldOptions = {}) {
  const audited: AuditEntry[] = []
  const notifications: string[] = []
  const fakeOutbound: Outbound = {
    withPrivate: () => fakeOutbound,
    async request(url, { maxBytes = 0 } = {}) {
      meanwhile?.()
      const answer = web[String(url)]
      if (!answer) throw notPublic(new URL(url).origin)
      const { status = 200, headers = {}, body = Buffer.alloc(0) } = answer
      if (body.length > maxBytes) throw new OutboundError('too_large', new URL(url).origin)
      return { status, headers, body }
    },
    connect: async ({ host }) => {
      throw notPublic(host)
    },
    resolve: async (host) => {
      throw notPublic(host)
    },
    keep: (origin) => {
      throw notPublic(String(origin))
    },
  }
  const around = definePlugin({
    id: 'around',
    provides: { audit, live, outbound },
    setup: () => ({
      provides: {
        audit: fakeAudit((entry) => {
          writing?.()
          audited.push(entry)
        }),
        live: {
          broadcast: ({ type }) => void notifications.push(type),
          update: () => {},
          resync: () => {},
          toViewers: () => {},
          publish: () => {},
          viewers: () => 0,
        },
        outbound: fakeOutbound,
      },
    }),
  })
  const kernel = await createTestKernel({ ...options, plugins: [around, widgets] })
  const call = async (
    who: 'admin' | 'member',
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    request: { payload?: object | Buffer; headers?: Record<string, string> } = {},
  ) => {
    const answer = await kernel.as(who).inject({ method, url, ...request })
    const isJson =
      String(answer.headers['content-type'] ?? '').startsWith('application/json; charset') && answer.body !== ''
    const body = isJson ? answer.json() : undefined
    return {
      status: answer.statusCode,
      data: body?.data,
      error: body?.error,
      headers: answer.headers,
      raw: answer.rawPayload,
    }
  }
  return {
    kernel,
    audited,
    notifications,
    call,
    install: (content: Buffer | string) => call('admin', 'POST', '/api/widget-modules', upload(content)),
    list: async () =>
      (await call('admin', 'GET', '/api/widget-modules?include_disabled=true')).data as {
        id: string
        [name: string]: unknown
      }[],
    close: () => kernel.close(),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
