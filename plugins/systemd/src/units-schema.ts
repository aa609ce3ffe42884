import { type Static, Type } from '@sinclair/typebox'
import { Timestamp } from '@svc/plugin-sdk'
import { FailedUnit } from './wire.ts'

export const HostUnits = Type.Object({ reported_at: Timestamp, failed: Type.Array(FailedUnit) })
export type HostUnits = Static<typeof HostUnits>
