import { Type } from '@sinclair/typebox'
import { defineMessage, defineRequest, nullish, str, u16 } from '@svc/protocol'

/** Server to agent: the last lines of the configured log. */
export const LogTail = defineMessage('log_tail', { msg_id: str(), lines: u16() })

/** Agent to server: the response to `LogTail`. */
export const LogTailResult = defineMessage('log_tail_result', {
  msg_id: str(),
  lines: Type.Array(str()),
  error: nullish(str()),
})

/** The last lines of the configured log. */
export const TailLog = defineRequest({
  capability: 'file',
  id: 'msg_id',
  request: LogTail,
  reply: LogTailResult,
  errorReply: (error) => ({ lines: [], error }),
})
