import type { AgentSource, Agents } from '@svc/plugin-enrollment/contract'
import { ApiError, type Clock } from '@svc/plugin-sdk'
import { Ack, type Payload } from '@svc/protocol'
import { ExecCancel, runCommand, type TaskResult } from '../wire.ts'
import { boundedOutput } from './bounded-output.ts'
import type { AttemptKey, Outcome } from './runs-store.ts'

/** The agent has this long after the timeout to answer. */
const answerGraceMs = 10_000
/** The agent has this long to stop a cancelled command. */
const cancelGraceMs = 10_000
/** The end is decided here; the kit's own timeout must not come before. */
const farMs = 60_000

/** One command on one server. */
export interface AttemptOptions extends AttemptKey {
  readonly command: string
  /** seconds */
  readonly timeout: number
  /** cancels it */
  readonly signal: AbortSignal
  onOutput(text: string): void
}

interface Pending {
  readonly serverId: string
  /** the result came on another connection than the request */
  resolve(outcome: Outcome): void
  giveUp(end: 'no_answer' | 'cancelled'): void
}

export const outcome = (exit_code: number, end: Outcome['end'], output = ''): Outcome => ({
  exit_code,
  end,
  output,
  omitted_bytes: 0,
})

const outcomeOf = ({ output, exit_code, end, omitted_bytes }: Payload<typeof TaskResult>): Outcome => {
  const bounded = boundedOutput(output)
  return {
    exit_code,
    // Peers do not say why there is no exit code.
    end: end ?? (exit_code === -1 ? 'not_started' : 'exited'),
    output: bounded.text,
    omitted_bytes: (omitted_bytes ?? 0) + bounded.omitted,
  }
}

const messageId = ({ task_id, run_id, server_id, attempt }: AttemptKey) =>
  [task_id, run_id, server_id, attempt].join(':')

function parseMessageId(id: string): AttemptKey | undefined {
  const [task_id, run_id, server_id, attempt, ...rest] = id.split(':')
  if (!task_id || !run_id || !server_id || !/^\d{1,4}$/.test(attempt ?? '') || rest.length > 0) return undefined
  return { task_id, run_id, server_id, attempt: Number(attempt) }
}

const textCode = (error: unknown) => (error instanceof ApiError ? error.text?.code : undefined)

interface Dependencies {
  readonly agents: Pick<Agents, 'request' | 'send'>
  readonly clock: Clock
  /** A result that nobody waits for any more. */
  onLate(attempt: AttemptKey, outcome: Outcome): void
}

/** Commands that agents run now. */
export function makeAttempts({ agents, clock, onLate }: Dependencies) {
  const pending = new Map<string, Pending>()
  /** Servers of cancelled commands without a result, by message id. The cancellation may not have reached them. */
  const unconfirmed = new Map<string, string>()

  /** The agent ends the command by itself within `deadlineMs`. */
  const cancelOn = (serverId: string, task_id: string, deadlineMs: number) => {
    agents.send(serverId, ExecCancel, { task_id })
    if (unconfirmed.has(task_id)) return
    unconfirmed.set(task_id, serverId)
    clock.after(deadlineMs, () => unconfirmed.delete(task_id))
  }

  /** Never rejects. */
  async function execute(options: AttemptOptions): Promise<Outcome> {
    const { server_id, command, timeout, signal, onOutput } = options
    const task_id = messageId(options)
    const given = Promise.withResolvers<Outcome>()
    const over = new AbortController()
    const deadlineMs = timeout * 1000 + answerGraceMs
    const giveUp = (end: 'no_answer' | 'cancelled') => {
      cancelOn(server_id, task_id, deadlineMs)
      given.resolve(outcome(end === 'cancelled' ? -1 : -4, end))
      over.abort()
    }
    const timers = [clock.after(deadlineMs, () => giveUp('no_answer'))]
    const onCancel = () => {
      cancelOn(server_id, task_id, deadlineMs)
      timers.push(clock.after(cancelGraceMs, () => giveUp('cancelled')))
    }
    pending.set(task_id, { serverId: server_id, resolve: given.resolve, giveUp })
    signal.addEventListener('abort', onCancel)
    agents
      .request(
        server_id,
        runCommand,
        { task_id, command, timeout },
        { timeout: deadlineMs + farMs, signal: over.signal, onProgress: ({ data }) => onOutput(data) },
      )
      .then(
        (result) => given.resolve(outcomeOf(result)),
        (error: unknown) => {
          const code = textCode(error)
          // The command goes on; its result comes on the next connection.
          if (over.signal.aborted || code === 'enrollment.AGENT_DISCONNECTED') return
          if (code === 'enrollment.CAPABILITY_DENIED') given.resolve(outcome(-2, 'denied'))
          else
            given.resolve(
              code === 'enrollment.AGENT_RESPONSE_INVALID' ? outcome(-4, 'no_answer') : outcome(-3, 'offline'),
            )
        },
      )
    const result = await given.promise
    for (const cancel of timers) cancel()
    signal.removeEventListener('abort', onCancel)
    pending.delete(task_id)
    return result
  }

  return {
    execute,

    /** A result has arrived, for a request of this connection or not. */
    receive(result: Payload<typeof TaskResult>, { serverId, reply }: AgentSource): void {
      reply(Ack, { msg_id: result.msg_id })
      const attempt = parseMessageId(result.task_id)
      // An agent answers for itself only.
      if (!attempt || attempt.server_id !== serverId) return
      unconfirmed.delete(result.task_id)
      const waiting = pending.get(result.task_id)
      if (waiting) waiting.resolve(outcomeOf(result))
      else onLate(attempt, outcomeOf(result))
    },

    /** Repeats what was cancelled while the agent was disconnected. */
    connected(serverId: string): void {
      for (const [task_id, server] of unconfirmed) {
        if (server === serverId) agents.send(serverId, ExecCancel, { task_id })
      }
    },

    /** The capability was withdrawn. What ran has ended with it; a result may follow. */
    denied(serverId: string): void {
      // The result may be the next message of the same packet, which is handled before this.
      queueMicrotask(() => {
        for (const waiting of pending.values())
          if (waiting.serverId === serverId) waiting.resolve(outcome(-2, 'denied'))
      })
    },

    serverDeleted(serverId: string): void {
      for (const waiting of pending.values()) if (waiting.serverId === serverId) waiting.giveUp('cancelled')
    },

    /** Ends all waiting without asking the agents to stop. */
    close(): void {
      for (const waiting of pending.values()) waiting.resolve(outcome(-4, 'interrupted'))
    },
  }
}
