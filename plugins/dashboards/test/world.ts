import { createTestKernel, type TestKernelOptions } from '@svc/kernel/testing'
import { live, type Servers, servers } from '@svc/plugin-enrollment/contract'
import { definePlugin } from '@svc/plugin-sdk'
import { type AuditEntry, audit } from '@svc/plugin-system/contract'
import { fakeAudit } from '@svc/plugin-system/testing'
import { widgetCatalog } from '@svc/plugin-widgets/contract'
import dashboards from '../src/index.ts'

interface WorldOptions extends Partial<Pick<TestKernelOptions, 'dataDir'>> {
  /** available built-in widget types */
  readonly types?: readonly string[]
  readonly modules?: readonly string[]
}

/** A test kernel with this plugin and fakes of the services it requires. */
export async function makeWorld(options: WorldOptions = {}) {
  const { types = ['gauge', 'stat-number', 'server-cards'], modules = ['org.example.weather'], ...rest } = options
  const audited: AuditEntry[] = []
  const broadcasts: unknown[] = []
  const hidden = new Set<string>()
  const fakes = definePlugin({
    id: 'fakes',
    provides: { audit, live, servers, catalog: widgetCatalog },
    setup: () => ({
      provides: {
        audit: fakeAudit((entry) => void audited.push(entry)),
        live: {
          broadcast: (message, payload) => void broadcasts.push({ type: message.type, ...(payload as object) }),
          update: () => {},
          resync: () => {},
          toViewers: () => {},
          publish: () => {},
          viewers: () => 0,
        },
        servers: { hiddenFrom: ({ role }): ReadonlySet<string> => (role === 'admin' ? new Set() : hidden) } as Servers,
        catalog: { has: (id: string) => modules.includes(id) },
      },
    }),
  })
  const kernel = await createTestKernel({ ...rest, plugins: [fakes, dashboards], widgets: { fakes: types } })
  const call = async (
    who: 'admin' | 'member',
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
  ) => {
    const response = await kernel.as(who).inject({ method, url, ...(payload ? { payload } : {}) })
    const body = response.json()
    return { status: response.statusCode, body, data: body.data, error: body.error, headers: response.headers }
  }
  return {
    kernel,
    audited,
    broadcasts,
    /** ids of hidden servers */
    hidden,
    admin: call.bind(undefined, 'admin'),
    member: call.bind(undefined, 'member'),
    close: () => kernel.close(),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
