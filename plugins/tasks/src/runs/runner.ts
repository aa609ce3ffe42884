import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Agents, Servers } from '@svc/plugin-enrollment/contract'
import { type Core, conflict, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { FinishedRun, RunObserver } from '../contract.ts'
import type { End, RunState, TaskRun, Trigger } from '../task-schema.ts'
import type { StoredTask, TasksStore } from '../tasks/tasks-store.ts'
import { defaultTimeout } from '../wire.ts'
import { makeAttempts, outcome } from './attempts.ts'
import type { LiveOutput } from './live-output.ts'
import type { AttemptKey, Outcome, RunRow, RunsStore } from './runs-store.ts'
import { makeSlots } from './slots.ts'

/** Agents run as many commands at a time. */
const maxPerServer = 5
/** Servers of a run at a time. */
const maxParallel = 1000
/** Servers that are started before others get their turn. */
const startsPerTurn = 20
/** characters of the command in audit entries */
const maxAudited = 500

/** Who starts a run, and why. */
export interface RunRequest {
  readonly trigger: Trigger
  /** undefined: not audited */
  readonly actor?: { readonly userId: string; readonly ip: string }
  readonly alert?: NonNullable<TaskRun['alert']> & { readonly key: string }
  /** default: the targets of the task */
  readonly serverIds?: readonly string[]
}

interface ActiveRun {
  readonly id: string
  readonly task: StoredTask
  readonly timeout: number
  readonly retries: number
  readonly serverIds: readonly string[]
  readonly actor: RunRequest['actor']
  readonly abort: AbortController
}

interface Dependencies extends Pick<Core, 'clock' | 'db' | 'log' | 'capabilities'> {
  readonly agents: Pick<Agents, 'request' | 'send' | 'capabilities' | 'isOnline'>
  readonly servers: Pick<Servers, 'select'>
  readonly audit: Pick<Audit, 'write'>
  readonly tasks: Pick<TasksStore, 'get' | 'setLastRun'>
  readonly store: RunsStore
  readonly output: LiveOutput
  onChanged(taskId: string): void
  readonly observers: Registry<RunObserver>
}

const isFinal = ({ exit_code, end }: Outcome) => exit_code === 0 || end === 'denied' || end === 'cancelled'

const includes = ({ server_ids_json }: Pick<RunRow, 'server_ids_json'>, serverId: string) =>
  (JSON.parse(server_ids_json) as string[]).includes(serverId)

/** Runs tasks on their servers. */
export function makeRunner(deps: Dependencies) {
  const { clock, db, log, capabilities, agents, servers, audit, tasks, store, output, onChanged, observers } = deps
  /** by id */
  const active = new Map<string, ActiveRun>()
  const takeSlot = makeSlots(maxPerServer)
  let isClosed = false
  let starts = 0

  const attempts = makeAttempts({
    agents,
    clock,
    onLate(attempt, late) {
      const isNew = db.transaction(() => {
        const isReplaced = store.replaceUncertain(attempt, late, clock.now())
        if (isReplaced) store.recount(attempt.run_id)
        return isReplaced
      })
      if (isNew) onChanged(attempt.task_id)
    },
  })

  const write = (run: ActiveRun, action: string, server_id: string, more: object) => {
    if (!run.actor) return
    const { userId, ip } = run.actor
    const { id: task_id, command } = run.task
    const detail = { server_id, task_id, run_id: run.id, command: command.slice(0, maxAudited), ...more }
    audit.write({ userId, ip, action, detail })
  }

  const mayRun = (serverId: string) => (agents.capabilities(serverId) & capabilities.bitOf('exec')) !== 0

  /** Why a server cannot be asked at all. */
  const refusal = (serverId: string): Outcome | undefined => {
    if (!mayRun(serverId)) return outcome(-2, 'denied')
    return agents.isOnline(serverId) ? undefined : outcome(-3, 'offline')
  }

  const finish = (run: ActiveRun, attempt: AttemptKey, result: Outcome) => {
    store.end(attempt, result, clock.now())
    const { server_id } = attempt
    if (result.end === 'denied') write(run, 'exec_denied', server_id, { deny_reason: 'agent_capability_disabled' })
    else write(run, 'exec_finished', server_id, { exit_code: result.exit_code, end: result.end })
    onChanged(run.task.id)
  }

  async function attemptOn(run: ActiveRun, server_id: string, attempt: number): Promise<Outcome | undefined> {
    const release = await takeSlot(server_id)
    try {
      if (run.abort.signal.aborted || isClosed) return undefined
      const { task, timeout } = run
      const key: AttemptKey = { task_id: task.id, run_id: run.id, server_id, attempt }
      store.begin(key, clock.now())
      const refused = refusal(server_id)
      if (refused) {
        finish(run, key, refused)
        return refused
      }
      write(run, 'exec_started', server_id, { timeout })
      output.begin(run.id, server_id, attempt, run.serverIds.length)
      onChanged(task.id)
      const result = await attempts.execute({
        ...key,
        command: task.command,
        timeout,
        signal: run.abort.signal,
        onOutput: (text) => output.push(run.id, server_id, text),
      })
      const printed = output.end(run.id, server_id)
      // What was running when the program ends is interrupted at the next start.
      if (isClosed) return undefined
      const known = result.output === '' && result.exit_code < 0 ? { ...result, output: printed } : result
      finish(run, key, known)
      return known
    } finally {
      release()
    }
  }

  function notifyObservers(runId: string): void {
    const row = store.get(runId)
    const task = row && tasks.get(row.task_id)
    if (!row || !task || observers.all().length === 0) return
    const last = store.lastAttempts(runId)
    const count = (end: End) => last.filter((attempt) => attempt.end === end).length
    const total = (JSON.parse(row.server_ids_json) as string[]).length
    const finished: FinishedRun = {
      runId,
      taskId: task.id,
      taskName: task.name,
      total,
      failed: total - last.filter(({ exit_code }) => exit_code === 0).length,
      timedOut: count('timeout'),
      offline: count('offline'),
      denied: count('denied'),
    }
    for (const observer of observers.all()) observer.finished(finished)
  }

  const pause = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve)
      signal.addEventListener('abort', () => {
        cancel()
        resolve()
      })
    })

  async function onServer(run: ActiveRun, serverId: string): Promise<void> {
    for (let attempt = 1; attempt <= run.retries + 1; attempt += 1) {
      if (attempt > 1) await pause(run.task.retry_interval * 1000, run.abort.signal)
      const result = await attemptOn(run, serverId, attempt)
      if (!result || isFinal(result)) return
    }
  }

  async function drive(run: ActiveRun): Promise<void> {
    const queue = run.serverIds.values()
    const worker = async () => {
      for (const serverId of queue) {
        if (run.abort.signal.aborted || isClosed) return
        starts += 1
        if (starts % startsPerTurn === 0) await turn()
        await onServer(run, serverId)
      }
    }
    const workers = Math.min(run.task.max_parallel ?? maxParallel, run.serverIds.length)
    let state: RunState = 'finished'
    try {
      await Promise.all(Array.from({ length: workers }, worker))
      if (run.abort.signal.aborted) state = 'cancelled'
    } catch (err) {
      log.error({ err, task_id: run.task.id }, 'a run failed')
      state = 'interrupted'
      run.abort.abort()
    }
    active.delete(run.id)
    if (isClosed) return
    db.transaction(() => {
      store.finish(run.id, state, toSeconds(clock.now()))
      if (state !== 'cancelled') notifyObservers(run.id)
    })
    onChanged(run.task.id)
  }

  const targetsOf = ({ serverIds, groupIds, tags }: StoredTask) =>
    servers.select({ serverIds, groupIds, tags }).map(({ id }) => id)

  return {
    targetsOf,
    isActive: (taskId: string) => store.unfinished(taskId).length > 0,
    isActiveOn: (taskId: string, serverId: string) => store.unfinished(taskId).some((run) => includes(run, serverId)),

    /**
     * Starts a run in the transaction of the caller; throws 409 while another one of the task is active, for an alert only
     * if that is on the same servers. Undefined if the alert had its run already.
     */
    start(task: StoredTask, { trigger, actor, alert, serverIds = targetsOf(task) }: RunRequest): string | undefined {
      const overlaps = store.unfinished(task.id).some((run) => !alert || serverIds.some((id) => includes(run, id)))
      if (overlaps) throw conflict('tasks.ALREADY_RUNNING')
      const { key, ...alertView } = alert ?? {}
      const now = toSeconds(clock.now())
      const run: ActiveRun = {
        id: randomUUID(),
        task,
        timeout: task.timeout ?? defaultTimeout,
        retries: trigger === 'manual' ? 0 : task.retry_count,
        serverIds,
        actor,
        abort: new AbortController(),
      }
      const isNew = store.insert({
        id: run.id,
        task_id: task.id,
        started_by: actor?.userId ?? 'system',
        trigger,
        alert_json: alert ? JSON.stringify(alertView) : null,
        alert_key: key ?? null,
        command: task.command,
        timeout: run.timeout,
        server_ids_json: JSON.stringify(serverIds),
        started_at: now,
      })
      if (!isNew) return undefined
      tasks.setLastRun(task.id, now)
      db.afterCommit(() => {
        active.set(run.id, run)
        onChanged(task.id)
        void drive(run)
      })
      return run.id
    },

    /** A schedule came while the task was running. */
    skip(taskId: string): void {
      const [run] = store.unfinished(taskId)
      if (run) store.skip(run.id)
    },

    /** Stops what runs of a task. Returns whether there was something. */
    cancel(taskId: string): boolean {
      const runs = [...active.values()].filter(({ task }) => task.id === taskId)
      for (const { abort } of runs) abort.abort()
      return runs.length > 0
    },

    receive: attempts.receive,
    connected: attempts.connected,

    /** The agent of a server reported what it may do. */
    capabilitiesReported(serverId: string): void {
      if (!mayRun(serverId)) attempts.denied(serverId)
    },

    serverDeleted: attempts.serverDeleted,

    /** What was running when the program ended last. */
    recover(): void {
      const interrupted = db.transaction(() => {
        const runs = store.interruptAll(clock.now())
        for (const id of runs) notifyObservers(id)
        return runs
      })
      if (interrupted.length > 0)
        log.warn({ runs: interrupted.length }, 'runs were interrupted by the end of the program')
    },

    close(): void {
      isClosed = true
      attempts.close()
    },
  }
}
export type Runner = ReturnType<typeof makeRunner>
