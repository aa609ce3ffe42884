import { type Static, Type } from '@sinclair/typebox'
import { nameSchemas } from '@svc/plugin-sdk'

const minutes = {
  online_minutes: Type.Integer({ description: 'minutes with a record' }),
  total_minutes: Type.Integer({ description: 'minutes since the server was added in which monitoring was running' }),
  uptime_percent: Type.Number({ description: '0 if there are no such minutes' }),
}

export const UptimeEntry = Type.Object({
  date: Type.String({ format: 'date', description: 'UTC day' }),
  ...minutes,
  downtime_incidents: Type.Integer({ description: 'outages of more than 120 s detected on this day' }),
})
export type UptimeEntry = Static<typeof UptimeEntry>

nameSchemas({ UptimeEntry })

/** Minutes that count for uptime. */
export interface UptimeMinutes {
  /** with a record */
  readonly online: number
  readonly total: number
}

export interface UptimeWindow extends UptimeMinutes {
  readonly hours: number
}
