import { ruleHistories, ruleTypes } from '@svc/plugin-alerts/contract'
import {
  agentMessages,
  agentOffline,
  agentOnline,
  agents,
  capabilitiesReported,
  featuresChanged,
  live,
  onAgent,
  serverTables,
  viewerStreams,
} from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen } from '@svc/plugin-sdk'
import { audit, retentionTiers } from '@svc/plugin-system/contract'
import { makeRuleHistories } from './alerting/rule-histories.ts'
import { makeAvailability } from './availability.ts'
import { makeCanAsk } from './can-ask.ts'
import { config } from './config.ts'
import { makeContainerStates } from './container-states.ts'
import { containerStream } from './container-stream.ts'
import { containerStates } from './contract.ts'
import { makeEventLog } from './events/event-log.ts'
import { eventsStore } from './events/events-store.ts'
import { makeHostState } from './host-state.ts'
import { makeLogSockets } from './logs/log-sockets.ts'
import { createEvents } from './migrations/001-events.ts'
import { actionRoute } from './routes/action-route.ts'
import { makeGate } from './routes/gate.ts'
import { readRoutes } from './routes/read-routes.ts'
import { containerRuleTypes } from './rule-types.ts'
import { AgentDockerEvent, DockerUnavailable } from './wire.ts'

export default definePlugin({
  id: 'docker',
  config,
  requires: { agents, audit, live },
  provides: { containerStates },
  migrations: [createEvents],
  setup({ config, ...core }) {
    const { db, clock, agents, audit, live } = core
    const store = eventsStore(db)
    const state = makeHostState(clock, agents)
    const availability = makeAvailability(live)
    const canAsk = makeCanAsk(agents, core.capabilities)
    const eventLog = makeEventLog({ ...core, store, canAsk })
    const logs = makeLogSockets(core)
    const gate = makeGate({ clock, agents, audit, availability })
    return {
      provides: { containerStates: makeContainerStates({ canAsk, state }) },
      contributes: [
        ...contribute(
          agentMessages,
          onAgent(AgentDockerEvent, eventLog.receive),
          onAgent(DockerUnavailable, ({ msg_id, error = null }, { serverId }) => {
            // With an id it is the reply to one request.
            if (msg_id !== undefined) return
            availability.explain(serverId, error)
            logs.unavailable(serverId, error)
          }),
        ),
        ...contribute(viewerStreams, containerStream(state)),
        ...contribute(ruleTypes, ...containerRuleTypes({ clock, canAsk, containers: state.containers, events: store })),
        ...contribute(ruleHistories, ...makeRuleHistories(core)),
        ...contribute(serverTables, { table: 'docker_events', column: 'server_id' }),
        ...contribute(retentionTiers, {
          table: 'docker_events',
          column: 'timestamp',
          days: config.retention.docker_events_days,
        }),
      ],
      on: [
        listen(agentOnline, ({ serverId }) => eventLog.forget(serverId)),
        listen(agentOffline, ({ serverId }) => {
          eventLog.forget(serverId)
          state.forget(serverId)
          availability.forget(serverId)
          logs.disconnect(serverId)
        }),
        listen(capabilitiesReported, ({ serverId }) => {
          eventLog.reconcile(serverId)
          logs.recheck(serverId)
        }),
        listen(featuresChanged, ({ serverId, features }) => {
          eventLog.reconcile(serverId)
          if (availability.update(serverId, features)) return
          state.forget(serverId)
          logs.unavailable(serverId, null)
        }),
      ],
      routes: async (app) => {
        await app.register(readRoutes({ agents, audit, gate, events: store, state }))
        await app.register(actionRoute({ agents, audit, gate, state }))
        app.get(
          '/api/ws/docker/logs/:server_id',
          {
            websocket: true,
            config: {
              access: 'admin',
              server: 'server_id',
              capability: 'docker',
              deniedAction: 'docker_logs_subscribe_denied',
            },
            schema: {
              summary: 'Live logs of a container',
              description:
                'Sends `session` with `session_id` first. Receives `subscribe` with `container_id`, `tail` (100) and `follow` ' +
                '(true), which replaces the former one, and `unsubscribe`. Sends `logs` with `entries`, then `end` with ' +
                '`error` and `code`. Closes with 4001 when the credential ends, 1008 without the capability, 1001 when the ' +
                'agent disconnects.',
            },
          },
          (socket, req) => logs.accept(socket, req, req.visibleServer.id),
        )
      },
      close: logs.close,
    }
  },
})
