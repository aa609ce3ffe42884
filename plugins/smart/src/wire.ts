import { type Static, Type } from '@sinclair/typebox'
import { defineMessage, nullable, str, u64 } from '@svc/protocol'

/** The health of one disk. Null: it does not tell. */
export const SmartDisk = Type.Object({
  /** `/dev/sda` */
  device: str(),
  model: str(),
  serial: str(),
  /** the disk's own verdict */
  passed: Type.Boolean(),
  celsius: nullable(u64()),
  power_on_hours: nullable(u64()),
  /** wear of an SSD; 100 is what it was built for */
  used_percent: nullable(u64()),
  /** sectors */
  reallocated: nullable(u64()),
  pending: nullable(u64()),
  uncorrectable: nullable(u64()),
})
export type SmartDisk = Static<typeof SmartDisk>

/** Agent to server: all disks, with each connection and every hour. */
export const SmartDisks = defineMessage('smart_disks', { disks: Type.Array(SmartDisk) })
