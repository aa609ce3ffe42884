import { Type } from '@sinclair/typebox'
import { AgentFailed, type Agents } from '@svc/plugin-enrollment/contract'
import { ApiError, data, Nullable, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { plainText } from '@svc/protocol'
import { parseAction, type RequestedAction } from '../container-action.ts'
import type { HostState } from '../host-state.ts'
import { actOnContainer, dockerExtrasFeature, dockerFeature } from '../wire.ts'
import { checkContainerId, type Gate } from './gate.ts'

/** For the agent's response, besides the time that the container has to end. */
const timeoutMs = 30_000
const maxErrorLength = 1000

interface Dependencies {
  readonly agents: Pick<Agents, 'request'>
  readonly audit: Pick<Audit, 'write'>
  readonly gate: Gate
  readonly state: HostState
}

interface Outcome {
  readonly success: boolean
  readonly error: string | null
}

const Body = Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())], {
  description:
    '`{ "action": "start" | "stop" | "restart" | "remove" | "pause" | "unpause" | "kill" }` with `timeout` in seconds ' +
    '(stop, restart), `force` and `volumes` (remove) or `signal` (kill); or `"Start"`, `{ "Stop": { "timeout": 10 } }`, ' +
    '`{ "Remove": { "force": true } }` and so on',
})

/** Starts, stops and removes containers. */
export const actionRoute =
  ({ agents, audit, gate, state }: Dependencies): Routes =>
  async (app) => {
    /** The daemon's own refusal is a result; everything else throws. */
    const act = async (serverId: string, container_id: string, requested: RequestedAction): Promise<Outcome> => {
      const { action, graceSeconds } = requested
      const timeout = timeoutMs + graceSeconds * 1000
      try {
        await agents.request(serverId, actOnContainer, { container_id, action }, { timeout })
        return { success: true, error: null }
      } catch (error) {
        if (!(error instanceof AgentFailed)) throw error
        const { reason, code } = error.failure
        // A refusal without words.
        if (reason === actOnContainer.reply.type) return { success: false, error: null }
        if (code === 'unavailable') throw error
        return { success: false, error: plainText(reason, maxErrorLength) }
      }
    }

    app.post(
      '/api/servers/:id/docker/containers/:cid/action',
      {
        config: { access: 'admin', server: 'id', capability: 'docker', deniedAction: 'docker_container_action_denied' },
        schema: {
          summary: 'Starts, stops, restarts, removes, pauses or kills a container',
          params: Type.Object({ id: Type.String(), cid: Type.String() }),
          body: Body,
          response: {
            200: data(
              Type.Object({
                success: Type.Boolean(),
                error: Nullable(Type.String({ description: "the daemon's words" })),
              }),
            ),
          },
        },
      },
      async (req) => {
        const { id } = req.visibleServer
        const { cid } = req.params
        checkContainerId(cid)
        const requested = parseAction(req.body)
        gate.require(id, requested.isExtra ? dockerExtrasFeature : dockerFeature)
        const container = state.find(id, cid)
        const write = (outcome: string, error: string | null) => {
          const { name: action } = requested
          const detail = { server_id: id, container_id: container?.id ?? cid, container_name: container?.name ?? null }
          const { userId } = req.principal
          audit.write({
            userId,
            ip: req.ip,
            action: 'docker_container_action',
            detail: { ...detail, action, outcome, error },
          })
        }
        try {
          const outcome = await act(id, cid, requested)
          write(outcome.success ? 'success' : 'failure', outcome.error)
          return { data: outcome }
        } catch (error) {
          // Nobody knows whether the host has done it.
          write(error instanceof ApiError ? error.code.toLowerCase() : 'failure', null)
          throw error
        } finally {
          state.containers.forget(id)
        }
      },
    )
  }
