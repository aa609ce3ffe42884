import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf } from '@svc/plugin-sdk'

export const AgentPluginView = Type.Object({
  name: Type.String(),
  version: Nullable(Type.String()),
  state: OneOf('running', 'denied', 'refused', 'failed'),
  reason: Nullable(Type.String()),
})
/** A plugin that a host allows besides those of the agent. */
export type AgentPluginView = Static<typeof AgentPluginView>
