import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, connectAgent } from '@svc/plugin-enrollment/testing'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import { auditedDetails } from '@svc/plugin-system/testing'
import { type EndedUpgrade, upgradeObservers } from '../src/contract.ts'
import upgrade from '../src/index.ts'
import type { FleetAgent, Rollout, UpgradeJob } from '../src/upgrade-schema.ts'

/** Capability bit of `upgrade`. */
const upgradeBit = 4

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Options {
  readonly config?: object
  readonly dataDir?: string
}

/** A kernel with real servers and this plugin. */
export async function makeWorld({ config = {}, dataDir }: Options = {}) {
  const ended: EndedUpgrade[] = []
  const observer = definePlugin({
    id: 'observer',
    setup: () => ({
      contributes: contribute(upgradeObservers, { plugin: 'observer', ended: (one) => void ended.push(one) }),
    }),
  })
  const kernel: TestKernel = await createTestKernel({
    plugins: [system, enrollment, upgrade, observer],
    config,
    ...(dataDir && { dataDir }),
  })
  const ask = async (method: Method, url: string, payload?: object, who: 'admin' | 'member' = 'admin') => {
    const response = await kernel.as(who).inject({ method, url, ...(payload && { payload }) })
    const { data, error } = response.json()
    return { status: response.statusCode, data, error }
  }
  const get = async <T>(url: string): Promise<T> => (await ask('GET', url)).data

  const connect = (token: string, agent_version: string, more: object = {}) =>
    connectAgent(kernel, token, { agent_local_capabilities: upgradeBit, agent_version, ...more })

  return {
    kernel,
    /** what observers were told */
    ended,
    ask,
    connect,
    /** A server with its connected agent. */
    async server(name: string, version = '1.0.0', more: object = {}) {
      const { id, token } = await claimServer(kernel, name)
      return { id, token, agent: await connect(token, version, more) }
    },
    start: (id: string, version = '2.0.0') => ask('POST', `/api/servers/${id}/upgrade`, { version }),
    history: (id: string) => get<UpgradeJob[]>(`/api/servers/${id}/upgrades`),
    rollOut: (version = '2.0.0', server_ids?: string[]) =>
      ask('POST', '/api/upgrade-rollouts', { version, ...(server_ids && { server_ids }) }),
    rollouts: () => get<Rollout[]>('/api/upgrade-rollouts'),
    versions: () => get<FleetAgent[]>('/api/agent/versions'),
    audited: (action: string) => auditedDetails(kernel, action),
    browser: (who: 'admin' | 'member' = 'admin') => kernel.connect('/api/ws/servers', kernel.as(who).headers),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
