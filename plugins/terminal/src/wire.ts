import { Type } from '@sinclair/typebox'
import { defineMessage, defineRequest, defineStream, i32, nullish, optional, str, u16, u32, u64 } from '@svc/protocol'

const session = { session_id: str() }
/** Bytes in Base64. */
const base64 = () => str()

/** The feature of an agent whose host requires that each session is approved with a passkey. */
export const passkeyFeature = 'terminal_passkey'

/** What the agent sends of a session that has to be approved; see `end-to-end.ts`. Keys are base64url. */
const challenge = {
  /** of the host, the same in all sessions */
  host_key: str(),
  /** of this session */
  agent_key: str(),
  /** the domain that the passkeys were registered for */
  rp_id: str(),
  /** ids of the passkeys */
  credentials: Type.Array(str()),
}
/** The answer of the page: its key, and what the passkey has signed, as JSON. */
const approval = { browser_key: str(), assertion: str() }

/** Server to agent. */
export const TerminalOpen = defineMessage('terminal_open', { ...session, rows: u16(), cols: u16() })
/** Server to agent: bytes for the PTY. */
export const TerminalInput = defineMessage('terminal_input', { ...session, data: base64() })
/** Server to agent. */
export const TerminalResize = defineMessage('terminal_resize', { ...session, rows: u16(), cols: u16() })
/** Server to agent, ours: the passkey of the user. Then all input is encrypted, with the sizes of the terminal in it. */
export const TerminalApproval = defineMessage('terminal_approval', { ...session, ...approval })
/** Server to agent: end the shell. */
export const TerminalClose = defineMessage('terminal_close', session)
/** Agent to server: the shell runs. */
export const TerminalStarted = defineMessage('terminal_started', {
  ...session,
  /** ours: the agent waits for a slow reader, so its output need not be dropped */
  paced: optional(Type.Boolean()),
  /** ours: the shell starts after the approval, and all output is encrypted */
  challenge: optional(Type.Object(challenge)),
})
/** Agent to server: bytes of the PTY, which may begin and end within a character. */
export const TerminalOutput = defineMessage('terminal_output', { ...session, data: base64() })
/** Agent to server: it failed, or the shell has ended. */
export const TerminalError = defineMessage('terminal_error', {
  ...session,
  error: str(),
  /** ours: a `FailureCode` */
  code: nullish(str()),
  /** ours: the shell has ended with this exit code */
  exit_code: nullish(i32()),
})

/** A shell on a host. */
export const openShell = defineStream({
  capability: 'terminal',
  id: 'session_id',
  // What is on the way is shown before the effect of Ctrl-C.
  window: 256 * 1024,
  open: TerminalOpen,
  ready: TerminalStarted,
  chunk: TerminalOutput,
  end: TerminalError,
  write: [TerminalInput, TerminalResize, TerminalApproval],
  cancel: TerminalClose,
})

/** Server to agent, ours: relays a step of the registration of a passkey; see `end-to-end.ts`. */
export const TerminalPasskeyRegistration = defineMessage('terminal_passkey_registration', {
  msg_id: str(),
  step: Type.Union([Type.Literal('begin'), Type.Literal('finish')]),
  /** encrypted for the agent */
  data: str(),
})
/** Agent to server, ours. */
export const TerminalPasskeyRegistrationResult = defineMessage('terminal_passkey_registration_result', {
  msg_id: str(),
  /** encrypted for the page */
  data: str(),
  error: nullish(str()),
  code: nullish(str()),
})

/** A step of the registration of a passkey on a host. */
export const registerPasskey = defineRequest({
  capability: 'terminal',
  id: 'msg_id',
  request: TerminalPasskeyRegistration,
  reply: TerminalPasskeyRegistrationResult,
  errorReply: (error) => ({ data: '', error }),
})

// The socket of the page, `/api/ws/terminal/{server_id}`. With `?resumable=true` the page acknowledges output, and the
// session survives a lost connection for a minute. These additions are ours, as is every optional field.

/** Browser to server: bytes of the keyboard. */
export const Input = defineMessage('input', { data: base64() })
/** Browser to server. */
export const Resize = defineMessage('resize', { rows: u16(), cols: u16() })
/** Browser to server, ours: the answer to `challenge`. */
export const Approval = defineMessage('approval', approval)
/** Browser to server, ours: so many bytes of the output were shown since the last acknowledgement. */
export const OutputShown = defineMessage('output_shown', { bytes: u32() })
/** Browser to server, ours: end the session, which otherwise could be resumed. */
export const Close = defineMessage('close', {})
/** Browser to server, ours: the first frame of a socket with `?resume=<session_id>`. */
export const Resume = defineMessage('resume', {
  secret: str(),
  /** bytes of output that the page has received */
  offset: u64(),
  rows: u16(),
  cols: u16(),
})

/** Server to browser: the first frame. */
export const Session = defineMessage('session', {
  session_id: str(),
  /** resumable sessions only: proves that a socket belongs to the page that opened the session */
  secret: optional(str()),
  /** whether the session is recorded */
  recorded: optional(Type.Boolean()),
  /** resumed sessions only: bytes of output so far, which may contain questions that the terminal has answered already */
  output_bytes: optional(u64()),
  /** resumed sessions only: bytes of input that the server has received; an encrypted session continues after them */
  input_bytes: optional(u64()),
})
/** Server to browser, ours: the rest of the session is not recorded, because its recording became too large or failed. */
export const RecordingStopped = defineMessage('recording_stopped', {})
/** Server to browser, ours, instead of `started`: the host wants an approval; see `TerminalStarted`. */
export const Challenge = defineMessage('challenge', challenge)
/** Server to browser: the shell runs. */
export const Started = defineMessage('started', {})
/** Server to browser: bytes of the PTY. */
export const Output = defineMessage('output', {
  data: base64(),
  /** bytes that are missing before these, because they came faster than they could be sent */
  skipped: optional(u64()),
})
/** Server to browser: the session has ended. */
export const ErrorUpdate = defineMessage('error', {
  error: str(),
  reason: optional(str()),
  exit_code: nullish(i32()),
})
