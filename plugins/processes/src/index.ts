import {
  agentMessages,
  agentOffline,
  agents,
  capabilitiesReported,
  liveMessages,
  onAgent,
  onLive,
  servers,
} from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen } from '@svc/plugin-sdk'
import { AgentProcessesUnavailable, Processes, ProcessesSubscribe, ProcessesUnsubscribe } from '@svc/protocol'
import { makeWatching } from './watching.ts'

export default definePlugin({
  id: 'processes',
  requires: { agents, servers },
  setup({ clock, agents, servers }) {
    const watching = makeWatching({ agents, servers, clock })
    return {
      contributes: [
        ...contribute(
          liveMessages,
          onLive(ProcessesSubscribe, ({ server_id }, viewer) => watching.subscribe(server_id, viewer)),
          onLive(ProcessesUnsubscribe, ({ server_id }, viewer) => watching.unsubscribe(server_id, viewer)),
        ),
        ...contribute(
          agentMessages,
          onAgent(Processes, (list, { serverId, receivedAt }) => watching.listed(serverId, list, receivedAt)),
          onAgent(AgentProcessesUnavailable, (_, { serverId }) => watching.unsupported(serverId)),
        ),
      ],
      on: [listen(capabilitiesReported, watching.changed), listen(agentOffline, watching.changed)],
      close: watching.close,
    }
  },
})
