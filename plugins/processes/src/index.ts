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
import { makeProcessStreams } from './process-streams.ts'
import { AgentProcessesUnavailable, Processes, ProcessesSubscribe, ProcessesUnsubscribe } from './wire.ts'

export default definePlugin({
  id: 'processes',
  requires: { agents, servers },
  setup({ clock, agents, servers }) {
    const streams = makeProcessStreams({ agents, servers, clock })
    return {
      contributes: [
        ...contribute(
          liveMessages,
          onLive(ProcessesSubscribe, ({ server_id }, viewer) => streams.subscribe(server_id, viewer)),
          onLive(ProcessesUnsubscribe, ({ server_id }, viewer) => streams.unsubscribe(server_id, viewer)),
        ),
        ...contribute(
          agentMessages,
          onAgent(Processes, (list, { serverId, receivedAt }) => streams.onList(serverId, list, receivedAt)),
          onAgent(AgentProcessesUnavailable, (_, { serverId }) => streams.onUnsupported(serverId)),
        ),
      ],
      on: [listen(capabilitiesReported, streams.onAgentChanged), listen(agentOffline, streams.onAgentChanged)],
      close: streams.close,
    }
  },
})
