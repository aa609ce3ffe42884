import { type Static, Type } from '@sinclair/typebox'
import { nameSchemas } from '@svc/plugin-sdk'

/** Which notifications a phone gets. */
export const Preferences = Type.Object({
  enabled: Type.Boolean(),
  alerts: Type.Boolean(),
  security: Type.Boolean(),
  task_failure: Type.Boolean(),
  task_success: Type.Boolean(),
  upgrades: Type.Boolean(),
})
export type Preferences = Static<typeof Preferences>

/** The registration of the caller's installation. */
export const PushSetup = Type.Object({
  revision: Type.Integer({ description: 'grows with every change' }),
  preferences: Preferences,
  security_allowed: Type.Boolean(),
  tasks_allowed: Type.Boolean(),
  task_failure_available: Type.Boolean({ description: 'commands can be run at all' }),
  registered: Type.Boolean(),
  delivery_available: Type.Boolean({ description: 'a push relay is configured' }),
  test_available: Type.Boolean(),
})
export type PushSetup = Static<typeof PushSetup>

/** What became of a test notification. */
export const TestReceipt = Type.Object({
  event_id: Type.String(),
  outcome: Type.Union(
    (['pending', 'accepted', 'retryable', 'permanent', 'expired'] as const).map((one) => Type.Literal(one)),
  ),
  reason: Type.String(),
  presentation: Type.Literal('unobserved', { description: 'acceptance proves nothing about what the phone shows' }),
})
export type TestReceipt = Static<typeof TestReceipt>

nameSchemas({ Preferences, PushSetup, TestReceipt })
