import { Type } from '@sinclair/typebox'
import { Timestamp } from '@svc/plugin-sdk'

/** Why a minute is without a record; see `GapView`. */
export const causes = [
  'maintenance',
  'server_down',
  'plugin_disabled',
  'host_down',
  'agent_down',
  'link_down',
  'unknown',
] as const
export type Cause = (typeof causes)[number]

export const GapView = Type.Object({
  from: Timestamp,
  /** past the end */
  to: Timestamp,
  cause: Type.Union(
    causes.map((cause) => Type.Literal(cause)),
    {
      description:
        '`maintenance`: planned; `server_down`: this program was not running, or had just begun to; `plugin_disabled`: it ' +
        'ran without metrics; `host_down`: the host has started since; `agent_down`: the agent has; `link_down`: neither ' +
        'has; `unknown`: nothing was heard since, or not when the agent started',
    },
  ),
})
