import { type Static, Type } from '@sinclair/typebox'
import { Timestamp } from '@svc/plugin-sdk'
import { SmartDisk } from './wire.ts'

const JudgedDisk = Type.Object({
  ...SmartDisk.properties,
  level: Type.Integer({ minimum: 0, maximum: 2, description: '0 healthy, 1 bad sectors or worn out, 2 failing' }),
})
export const HostDisks = Type.Object({ reported_at: Timestamp, disks: Type.Array(JudgedDisk) })
export type HostDisks = Static<typeof HostDisks>
