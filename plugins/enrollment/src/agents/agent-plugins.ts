import { AgentPlugins, type Payload, plainText } from '@svc/protocol'
import type { AgentConnection } from './connection.ts'
import { ownMessage } from './message-router.ts'

type Plugin = Payload<typeof AgentPlugins>['plugins'][number]

const clean = ({ name, version, state, reason }: Plugin) => ({
  name: plainText(name, 214),
  version: version == null ? null : plainText(version, 256),
  state,
  reason: reason == null ? null : plainText(reason, 1_000),
})

/** The plugins that hosts allow besides those of the agent, as their connected agents report them. */
export function makeAgentPlugins(get: (serverId: string) => AgentConnection | undefined) {
  const byConnection = new WeakMap<AgentConnection, ReturnType<typeof clean>[]>()
  return {
    message: ownMessage(AgentPlugins, ({ plugins }, from) => void byConnection.set(from, plugins.map(clean))),
    /** Those of the connected agent; none while there is no connection. */
    of(serverId: string) {
      const connection = get(serverId)
      return (connection && byConnection.get(connection)) ?? []
    },
  }
}
