import { createTestKernel, type TestKernelOptions } from '@svc/kernel/testing'
import { live } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { type AuditEntry, audit } from '@svc/plugin-system/contract'
import { widgetCatalog } from '@svc/plugin-widgets/contract'
import { widgetTypes } from '../src/contract.ts'
import dashboards from '../src/index.ts'

interface WorldOptions extends Partial<Pick<TestKernelOptions, 'dataDir'>> {
  /** types that plugins bring along */
  readonly types?: readonly string[]
  readonly modules?: readonly string[]
}

/** A kernel with boards, and around them what they need of others. */
export async function makeWorld(options: WorldOptions = {}) {
  const { types = ['gauge', 'stat-number', 'server-cards'], modules = ['org.example.weather'], ...rest } = options
  const audited: AuditEntry[] = []
  const told: unknown[] = []
  const around = definePlugin({
    id: 'around',
    provides: { audit, live, catalog: widgetCatalog },
    setup: () => ({
      provides: {
        audit: { write: (entry: AuditEntry) => void audited.push(entry) },
        live: {
          broadcast: (message, payload) => void told.push({ type: message.type, ...(payload as object) }),
          update: () => {},
          viewers: () => 0,
        },
        catalog: { has: (id: string) => modules.includes(id) },
      },
      contributes: contribute(widgetTypes, ...types.map((type) => ({ type }))),
    }),
  })
  const kernel = await createTestKernel({ ...rest, plugins: [around, dashboards] })
  const call = async (
    who: 'admin' | 'member',
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
  ) => {
    const answer = await kernel.as(who).inject({ method, url, ...(payload ? { payload } : {}) })
    const body = answer.json()
    return { status: answer.statusCode, body, data: body.data, error: body.error, headers: answer.headers }
  }
  return {
    kernel,
    audited,
    told,
    admin: call.bind(undefined, 'admin'),
    member: call.bind(undefined, 'member'),
    close: () => kernel.close(),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
