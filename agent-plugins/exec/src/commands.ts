import type { Link, RequestContext } from '@svc/agent-sdk'
import { defaultTimeout, type Exec, type ExecOutput, TaskResult } from '@svc/plugin-tasks/wire'
import type { Payload } from '@svc/protocol'
import { type Command, type CommandResult, startCommand } from './command.ts'
import { makeLiveOutput } from './live-output.ts'

/** Commands that run at the same time. */
const maxRunning = 5
/** Results that wait for the next connection. */
const maxUndelivered = 20
/** The agent has two seconds to close, and finding the processes of a command takes a part of them. */
const closeGraceMs = 500

type Context = Pick<RequestContext<typeof TaskResult, typeof ExecOutput, 'task_id'>, 'signal' | 'reply' | 'progress'>

const refusal = (output: string): CommandResult => ({ output, exit_code: -1, end: 'not_started', omitted_bytes: 0 })

/**
 * The commands of this host. One whose connection ends goes on until its timeout, because the server cannot know how far it
 * got; its result is sent on the next connection.
 */
export function makeCommands() {
  const running = new Map<string, Command>()
  const undelivered: Payload<typeof TaskResult>[] = []
  let link: Link | undefined

  async function deliver(): Promise<void> {
    while (link && !link.signal.aborted) {
      const next = undelivered.shift()
      if (!next) return
      if (!(await link.write(TaskResult, next))) undelivered.unshift(next)
    }
  }

  return {
    async run(
      { task_id, command, timeout }: Payload<typeof Exec>,
      { signal, reply, progress }: Context,
    ): Promise<void> {
      const answer = (result: CommandResult) => reply({ msg_id: task_id, ...result })
      if (running.has(task_id)) return answer(refusal('it is already running'))
      if (running.size >= maxRunning) return answer(refusal(`at most ${maxRunning} commands run at a time`))
      const live = makeLiveOutput((data) => progress({ data }))
      const started = startCommand({ command, timeoutMs: (timeout ?? defaultTimeout) * 1000, onOutput: live.push })
      running.set(task_id, started)
      const result = await started.result
      running.delete(task_id)
      live.end()
      if (!signal.aborted) return answer(result)
      undelivered.push({ msg_id: task_id, task_id, ...result })
      undelivered.splice(0, undelivered.length - maxUndelivered)
      await deliver()
    },

    /** Ends a command; its result is sent as usual. */
    cancel: (taskId: string) => running.get(taskId)?.stop('cancelled'),

    /** Ends all commands and resolves when they have ended. */
    async stopAll(): Promise<void> {
      const all = [...running.values()]
      for (const command of all) command.stop('cancelled', closeGraceMs)
      await Promise.all(all.map(({ result }) => result))
    },

    connected(current: Link): void {
      link = current
      void deliver()
    },
  }
}
