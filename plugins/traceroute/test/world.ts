import { createTestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, connectAgent } from '@svc/plugin-enrollment/testing'
import geoip from '@svc/plugin-geoip'
import system from '@svc/plugin-system'
import { auditedDetails } from '@svc/plugin-system/testing'
import traceroute from '../src/index.ts'
import type { HistoryEntry, Snapshot } from '../src/traceroute-schema.ts'

/** Capability bit of `ping_icmp`. */
const pingIcmpBit = 8

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A hop as agents send it. */
export const hop = (number: number, ip?: string, more: object = {}) => ({
  hop: number,
  ...(ip === undefined ? {} : { ips: [ip] }),
  hostname: null,
  asn: null,
  total_sent: 1,
  total_recv: ip === undefined ? 0 : 1,
  loss_pct: ip === undefined ? 100 : 0,
  avg_ms: ip === undefined ? 0 : number * 1.5,
  stddev_ms: 0,
  ...(ip === undefined ? {} : { best_ms: number * 1.5, worst_ms: number * 1.5 }),
  ...more,
})

/** A kernel with real servers and this plugin. Names of hops are looked up nowhere unless `config` says so. */
export async function makeWorld(config: object = {}) {
  const traceDns = { traceroute: { dns_server: '127.0.0.1:9' }, ...config }
  const kernel = await createTestKernel({ plugins: [system, enrollment, geoip, traceroute], config: traceDns })
  const ask = async (method: Method, url: string, payload?: object, who: 'admin' | 'member' = 'admin') => {
    const response = await kernel.as(who).inject({ method, url, ...(payload && { payload }) })
    const { data, error } = response.json()
    return { status: response.statusCode, data, error, link: response.headers.link }
  }
  const path = (id: string, requestId = '') => `/api/servers/${id}/traceroute${requestId && `/${requestId}`}`
  return {
    kernel,
    ask,
    path,
    /** A server with its connected agent. */
    async server(name: string, capabilities = pingIcmpBit) {
      const { id, token } = await claimServer(kernel, name)
      return { id, token, agent: await connectAgent(kernel, token, { agent_local_capabilities: capabilities }) }
    },
    start: (id: string, body: object = { target: 'example.com' }) => ask('POST', path(id), body),
    snapshot: async (id: string, requestId: string) => (await ask('GET', path(id, requestId))).data as Snapshot,
    history: async (id: string) => (await ask('GET', path(id))).data as HistoryEntry[],
    audited: (action: string) => auditedDetails(kernel, action),
    browser: () => kernel.connect('/api/ws/servers', kernel.as('admin').headers),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
