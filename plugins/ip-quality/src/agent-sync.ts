import type { Agents } from '@svc/plugin-enrollment/contract'
import type { Core } from '@svc/plugin-sdk'
import type { Catalog } from './catalog/catalog.ts'
import type { QualitySettings } from './quality-settings.ts'
import type { Services } from './services/services.ts'
import { IpQualityRunNow, IpQualitySync } from './wire.ts'

interface Dependencies extends Pick<Core, 'capabilities' | 'db'> {
  readonly agents: Pick<Agents, 'capabilities' | 'online' | 'send'>
  readonly services: Pick<Services, 'forAgents'>
  readonly settings: Pick<QualitySettings, 'intervalHours'>
  readonly catalog: Pick<Catalog, 'current'>
}

/** Tells agents what to check and when. */
export function makeAgentSync({ capabilities, db, agents, services, settings, catalog }: Dependencies) {
  const isPermitted = (serverId: string) => (agents.capabilities(serverId) & capabilities.bitOf('ip_quality')) !== 0

  function send(serverId: string): void {
    if (!isPermitted(serverId)) return
    agents.send(serverId, IpQualitySync, {
      services: services.forAgents(),
      interval_hours: settings.intervalHours(),
      egress: [...catalog.current().egress],
      acknowledges: true,
    })
  }

  return {
    send,
    /** To all connected agents, after the commit. */
    sendToAll: () => db.afterCommit(() => agents.online().forEach(send)),
    runNow(serverId: string): void {
      if (isPermitted(serverId)) agents.send(serverId, IpQualityRunNow, {})
    },
  }
}
export type AgentSync = ReturnType<typeof makeAgentSync>
