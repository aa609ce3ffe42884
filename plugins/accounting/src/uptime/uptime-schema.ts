import { type Static, Type } from '@sinclair/typebox'
import { UptimeEntry } from '@svc/plugin-metrics/contract'
import { nameSchemas } from '@svc/plugin-sdk'

const { online_minutes, total_minutes, uptime_percent } = UptimeEntry.properties

export const UptimeWindow = Type.Object({ hours: Type.Integer(), online_minutes, total_minutes, uptime_percent })
export type UptimeWindow = Static<typeof UptimeWindow>

nameSchemas({ UptimeWindow })
