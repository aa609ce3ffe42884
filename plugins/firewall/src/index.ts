import { alertActions } from '@svc/plugin-alerts/contract'
import { sessionAddresses } from '@svc/plugin-auth/contract'
import {
  agentMessages,
  agentOffline,
  agents,
  capabilitiesReported,
  live,
  onAgent,
  servers,
  serverTables,
} from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen, networkAccess, optional, toSeconds } from '@svc/plugin-sdk'
import { securityEventStored } from '@svc/plugin-security/contract'
import { audit, retentionTiers } from '@svc/plugin-system/contract'
import { makeBlockAction } from './block-action.ts'
import { makeBlocks } from './blocks.ts'
import { blocksStore } from './blocks-store.ts'
import { config } from './config.ts'
import { makeDelivery } from './delivery.ts'
import { createBlocks } from './migrations/001-blocks.ts'
import { firewallRoutes } from './routes.ts'
import { statesStore } from './states-store.ts'
import { makeTargets } from './targets.ts'
import { BlocklistAck, BlocklistResetAck } from './wire.ts'

/** Alerts do not block an address for so long after somebody has signed in from it with a key. */
const signedInSeconds = 30 * 86_400

export default definePlugin({
  id: 'firewall',
  config,
  requires: { agents, audit, live, servers, network: networkAccess, sessions: optional(sessionAddresses) },
  migrations: [createBlocks],
  setup({ config, ...core }) {
    const { db, clock } = core
    const store = blocksStore(db)
    const states = statesStore(db)
    const targets = makeTargets({ ...core, allowList: config.firewall.allow_list, store })
    const delivery = makeDelivery({ ...core, blocks: store, states })
    const blocks = makeBlocks({ ...core, store, targets, delivery })
    return {
      contributes: [
        ...contribute(
          agentMessages,
          onAgent(BlocklistAck, ({ results }, { serverId }) => delivery.acknowledged(serverId, results)),
          onAgent(BlocklistResetAck, (sent, { serverId }) => delivery.resetAcknowledged(serverId, sent)),
        ),
        ...contribute(
          serverTables,
          { table: 'firewall_block_servers', column: 'server_id' },
          { table: 'firewall_states', column: 'server_id' },
        ),
        ...contribute(alertActions, makeBlockAction({ ...core, store, targets, blocks })),
        ...contribute(retentionTiers, { table: 'firewall_spared', column: 'until', days: 1 }),
      ],
      on: [
        listen(capabilitiesReported, ({ serverId }) => delivery.sync(serverId)),
        listen(agentOffline, ({ serverId }) => delivery.forget(serverId)),
        listen(securityEventStored, ({ evidence, source_ip }) => {
          // A key cannot be guessed, so an attacker does not get here.
          if (evidence.kind !== 'ssh_login' || evidence.auth_method !== 'publickey' || source_ip === null) return
          store.spare(source_ip, 'signed_in', toSeconds(clock.now()) + signedInSeconds)
        }),
      ],
      jobs: [
        { name: 'FirewallExpiry', every: 5000, run: async () => blocks.removeEnded() },
        { name: 'FirewallDelivery', every: 30_000, run: async () => delivery.retry() },
      ],
      routes: firewallRoutes({ ...core, store, states, blocks, targets, delivery }),
    }
  },
})
