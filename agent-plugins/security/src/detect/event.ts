import type { AgentSecurityEvent } from '@svc/plugin-security/wire'
import type { Payload } from '@svc/protocol'

export type SecurityEvent = Omit<Payload<typeof AgentSecurityEvent>, 'msg_id'>
export type Emit = (event: SecurityEvent) => void

const maxNameLength = 256

/** Names come from whoever connects, and control characters have no place in a list. */
export const nameOf = (text: string): string => text.slice(0, maxNameLength)
