import { Type } from '@sinclair/typebox'
import { defineMessage, defineRequest, i32, nullish, str, u32 } from '@svc/protocol'

/** Seconds after which a command is stopped when its task names no timeout. */
export const defaultTimeout = 300

/** Why a command has no exit code of its own. Ours; peers send only the exit code -1. */
export const ExecEnd = Type.Union([
  /** it exited */
  Type.Literal('exited'),
  Type.Literal('timeout'),
  Type.Literal('cancelled'),
  /** it was killed by a signal that the agent did not send */
  Type.Literal('signal'),
  /** it could not be started */
  Type.Literal('not_started'),
])

/** Server to agent: run `sh -c <command>`. */
export const Exec = defineMessage('exec', {
  /** `{task_id}:{run_id}:{server_id}:{attempt}`; agents copy it */
  task_id: str(),
  command: str(),
  /** seconds; null for 300 */
  timeout: nullish(u32()),
})
/** Agent to server: the command has ended. */
export const TaskResult = defineMessage('task_result', {
  msg_id: str(),
  task_id: str(),
  /** stdout, then a line break and stderr if there is any */
  output: str(),
  /** -1 if it has none: timeout, not started, or killed by a signal */
  exit_code: i32(),
  // The rest is ours; peers do not send it.
  end: nullish(ExecEnd),
  /** bytes left out of the middle of `output` */
  omitted_bytes: nullish(u32()),
})
/** Agent to server: what the command printed since the last one. Ours; a part may be left out when it comes too fast. */
export const ExecOutput = defineMessage('exec_output', { task_id: str(), data: str() })
/** Server to agent: stop it. The result follows. Ours. */
export const ExecCancel = defineMessage('exec_cancel', { task_id: str() })

/** A command on a host. A failure is a result, too: the agent never answers with an error, except that it may not. */
export const runCommand = defineRequest({
  capability: 'exec',
  id: 'task_id',
  request: Exec,
  reply: TaskResult,
  progress: ExecOutput,
})

/** Browser to server: send the output of these servers in this run while it is printed. Replaces the one before. */
export const TaskOutputSubscribe = defineMessage('task_output_subscribe', {
  run_id: str(),
  server_ids: Type.Array(str(), { maxItems: 8 }),
})
/** Browser to server. */
export const TaskOutputUnsubscribe = defineMessage('task_output_unsubscribe', { run_id: str() })
/** Server to browser: to subscribers. */
export const TaskOutput = defineMessage('task_output', {
  run_id: str(),
  server_id: str(),
  attempt: u32(),
  /** replaces what was shown before: the first message after subscribing */
  is_start: Type.Boolean(),
  data: str(),
})
/** Server to browser: a run of this task started, got results or ended. At most twice a second. */
export const TaskChanged = defineMessage('task_changed', { task_id: str() })
