import { Type } from '@sinclair/typebox'
import { Timestamp } from '@svc/plugin-sdk'

/** Why a minute has no record; see `GapView`. */
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
  /** exclusive */
  to: Timestamp,
  cause: Type.Union(
    causes.map((cause) => Type.Literal(cause)),
    {
      description:
        '`maintenance`: planned outage; `server_down`: the monitoring server was down or had just started; ' +
        '`plugin_disabled`: it ran without metrics; `host_down`: the host has restarted; `agent_down`: the agent has ' +
        'restarted; `link_down`: neither has restarted; `unknown`: no report since, or the agent start time is unknown',
    },
  ),
})
