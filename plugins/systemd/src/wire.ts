import { type Static, Type } from '@sinclair/typebox'
import { defineMessage, str } from '@svc/protocol'

/** A unit that failed. */
export const FailedUnit = Type.Object({
  /** `nginx.service` */
  name: str(),
  description: str(),
})
export type FailedUnit = Static<typeof FailedUnit>

/** Agent to server: all failed units, with each connection and when they change. */
export const SystemdUnits = defineMessage('systemd_units', { failed: Type.Array(FailedUnit) })
