import { type AnyPlugin, createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { agents } from '@svc/plugin-enrollment/contract'
import { claimServer, connectAgent as connect } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import { auditedDetails } from '@svc/plugin-system/testing'
import { expect, vi } from 'vitest'
import tasks from '../src/index.ts'
import type { Task, TaskResultRow, TaskRun } from '../src/task-schema.ts'

/** Capability bit of `exec`. */
const execBit = 2
/** A Friday. */
export const noon = Date.UTC(2026, 4, 1, 12)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Who = 'admin' | 'member'

export interface Options {
  readonly plugins?: readonly AnyPlugin[]
  readonly config?: object
  readonly dataDir?: string
  readonly now?: number
}

/** A command that an agent was told to run. */
export interface ExecMessage {
  readonly task_id: string
  readonly command: string
  readonly timeout: number | null
}

/** A kernel with real servers and this plugin. */
export async function makeWorld({ plugins = [], config, dataDir, now = noon }: Options = {}) {
  const kernel: TestKernel = await createTestKernel({
    plugins: [system, enrollment, ...plugins, tasks],
    now,
    ...(config && { config }),
    ...(dataDir && { dataDir }),
  })
  const ask = async (method: Method, url: string, payload?: object, who: Who = 'admin') => {
    const response = await kernel.as(who).inject({ method, url, ...(payload && { payload }) })
    const body = response.json()
    return { status: response.statusCode, data: body.data, error: body.error }
  }
  const call = async <T>(method: Method, url: string, payload?: object): Promise<T> => {
    const { status, data, error } = await ask(method, url, payload)
    expect({ status, error }).toEqual({ status: 200, error: undefined })
    return data as T
  }

  const facts = { agent_local_capabilities: execBit, stream_window: 1_048_576 }
  async function connectAgent(token: string, more: object = {}) {
    const agent = await connect(kernel, token, { ...facts, ...more })
    return {
      ...agent,
      exec: () => agent.next('exec') as unknown as Promise<ExecMessage>,
      /** Runs the next command with this result. */
      async answer(output: string, exit_code = 0, more: object = {}) {
        const exec = (await agent.next('exec')) as unknown as ExecMessage
        agent.send({ type: 'task_result', msg_id: 'm', task_id: exec.task_id, output, exit_code, ...more })
        return exec
      },
    }
  }

  const isOffline = (id: string) =>
    vi.waitFor(() => expect(kernel.service(agents).isOnline(id)).toBe(false), { timeout: 10_000, interval: 5 })

  const runs = (taskId: string) => call<TaskRun[]>('GET', `/api/tasks/${taskId}/runs`)
  return {
    kernel,
    ask,
    call,
    connectAgent,
    /** A server whose agent is connected. */
    async server(name: string, facts?: object) {
      const { id, token } = await claimServer(kernel, name)
      return { id, token, agent: await connectAgent(token, facts) }
    },
    /** A server whose agent is not connected and may run commands. */
    async offline(name: string) {
      const { id, token } = await claimServer(kernel, name)
      const agent = await connectAgent(token)
      agent.terminate()
      await isOffline(id)
      return { id, token }
    },
    isOffline,
    create: (input: object) => call<Task>('POST', '/api/tasks', input),
    scheduled: (input: object) =>
      call<Task>('POST', '/api/tasks', {
        task_type: 'scheduled',
        command: 'uptime',
        cron_expression: '0 0 * * * *',
        ...input,
      }),
    task: (id: string) => call<Task>('GET', `/api/tasks/${id}`),
    results: (id: string) => call<TaskResultRow[]>('GET', `/api/tasks/${id}/results`),
    runs,
    /** The newest run, once it has ended. */
    ended: (taskId: string) =>
      vi.waitFor(
        async () => {
          const [run] = await runs(taskId)
          expect(run?.finished_at).toEqual(expect.any(String))
          if (!run) throw new Error('no run')
          return run
        },
        { timeout: 10_000, interval: 5 },
      ),
    /** Details of audit entries, oldest first. */
    audited: (action: string) => auditedDetails(kernel, action),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
