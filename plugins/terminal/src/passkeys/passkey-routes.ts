import { Type } from '@sinclair/typebox'
import { AgentFailed, type Agents } from '@svc/plugin-enrollment/contract'
import { conflict, data, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { registerPasskey } from '../wire.ts'

interface Dependencies {
  readonly agents: Pick<Agents, 'request'>
  readonly audit: Pick<Audit, 'write'>
}

/** Relays the registration of a passkey between the page and the agent, which encrypt it for each other. */
export const passkeyRoutes =
  ({ agents, audit }: Dependencies): Routes =>
  async (app) => {
    app.post(
      '/api/terminal/passkeys/:server_id',
      {
        config: { access: 'admin', server: 'server_id', capability: 'terminal', deniedAction: 'terminal_open_denied' },
        schema: {
          summary: 'Relays a step of the registration of a passkey to the agent',
          params: Type.Object({ server_id: Type.String() }),
          body: Type.Object({
            step: Type.Union([Type.Literal('begin'), Type.Literal('finish')]),
            data: Type.String({ maxLength: 65_536, description: 'encrypted for the agent' }),
          }),
          response: { 200: data(Type.Object({ data: Type.String({ description: 'encrypted for the page' }) })) },
        },
      },
      async (req) => {
        const { id: server_id } = req.visibleServer
        const { step } = req.body
        const write = (action: string) =>
          audit.write({ userId: req.principal.userId, ip: req.ip, action, detail: { server_id } })
        try {
          const reply = await agents.request(server_id, registerPasskey, req.body)
          if (step === 'finish') write('terminal_passkey_registered')
          return { data: { data: reply.data } }
        } catch (error) {
          if (!(error instanceof AgentFailed) || error.failure.code !== 'invalid') throw error
          write('terminal_passkey_refused')
          throw conflict('terminal.PASSKEY_REFUSED')
        }
      },
    )
  }
