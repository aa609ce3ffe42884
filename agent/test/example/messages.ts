import { Type } from '@sinclair/typebox'
import { defineMessage, nullish, str, u16 } from '@svc/protocol'

/** Server to agent: the last lines of the configured log. */
export const LogTail = defineMessage('log_tail', { msg_id: str(), lines: u16() })

/** Agent to server: the answer to `LogTail`. */
export const LogTailResult = defineMessage('log_tail_result', {
  msg_id: str(),
  lines: Type.Array(str()),
  error: nullish(str()),
})
