import { type Static, Type } from '@sinclair/typebox'
import { nameSchemas, Timestamp } from '@svc/plugin-sdk'

/** A phone that is signed in. */
export const MobileDevice = Type.Object({
  id: Type.String({ description: 'id of the mobile session' }),
  device_name: Type.String(),
  installation_id: Type.String(),
  created_at: Timestamp,
  last_used_at: Timestamp,
})
export type MobileDevice = Static<typeof MobileDevice>

nameSchemas({ MobileDevice })
