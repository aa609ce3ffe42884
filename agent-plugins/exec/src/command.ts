import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { TaskResult } from '@svc/plugin-tasks/wire'
import type { Payload } from '@svc/protocol'
import { guardGroup } from './guard.ts'
import { OutputBuffer } from './output-buffer.ts'
import { cookieName, endGroup, endTree } from './process-tree.ts'

/** bytes of output in a result, besides the note about what was left out */
export const maxOutputBytes = 512 * 1024
/** bytes of stderr that are kept however long stdout is */
const reservedForErrors = 128 * 1024
/** bytes of a result as JSON, so that its frame stays below 1 MiB: a control character takes six */
const maxEncodedBytes = 1_000_000
/** from SIGTERM to SIGKILL */
const graceMs = 3000
/** for what the pipes still hold after the exit */
const drainMs = 250

/** What is reported about a command that has ended. */
export type CommandResult = Pick<Payload<typeof TaskResult>, 'output' | 'exit_code'> & {
  readonly end: NonNullable<Payload<typeof TaskResult>['end']>
  readonly omitted_bytes: number
}

/** Why a command is ended early. */
export type StopReason = 'timeout' | 'cancelled'

/** Nothing of the agent's own environment: it holds credentials. */
function environment(cookie: string): Record<string, string> {
  const { username, homedir, shell } = userInfo()
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: homedir,
    USER: username,
    LOGNAME: username,
    SHELL: shell ?? '/bin/sh',
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    [cookieName]: cookie,
  }
}

function workingFolder(): string {
  const { homedir } = userInfo()
  return statSync(homedir, { throwIfNoEntry: false })?.isDirectory() ? homedir : '/'
}

/** stdout, then a line break and stderr if there is any, within the limits. */
function combine(
  stdout: OutputBuffer,
  stderr: OutputBuffer,
  limit = maxOutputBytes,
): Pick<CommandResult, 'output' | 'omitted_bytes'> {
  const forErrors = Math.min(
    stderr.total,
    Math.max(Math.floor((reservedForErrors / maxOutputBytes) * limit), limit - stdout.total),
  )
  const errors = stderr.text(forErrors)
  const printed = stdout.text(limit - forErrors)
  const output = stderr.total > 0 ? `${printed.text}\n${errors.text}` : printed.text
  if (Buffer.byteLength(JSON.stringify(output)) > maxEncodedBytes) return combine(stdout, stderr, Math.floor(limit / 2))
  return { output, omitted_bytes: Math.min(printed.omitted + errors.omitted, 4_294_967_295) }
}

const exitOf = (child: ChildProcess, stopped: StopReason | undefined): Pick<CommandResult, 'exit_code' | 'end'> => {
  if (stopped) return { exit_code: -1, end: stopped }
  return child.exitCode === null ? { exit_code: -1, end: 'signal' } : { exit_code: child.exitCode, end: 'exited' }
}

export interface CommandOptions {
  readonly command: string
  readonly timeoutMs: number
  /** called with what it prints, in order within each stream */
  readonly onOutput: (chunk: Buffer, stream: 'stdout' | 'stderr') => void
}

/** A running command. */
export interface Command {
  /** Ends it with everything it started; the result follows. */
  stop(reason: StopReason, graceMs?: number): void
  /** never rejects */
  readonly result: Promise<CommandResult>
}

/** Runs `sh -c` in a process group of its own, with empty standard input. */
export function startCommand({ command, timeoutMs, onOutput }: CommandOptions): Command {
  const cookie = randomUUID()
  const stdout = new OutputBuffer(maxOutputBytes)
  const stderr = new OutputBuffer(maxOutputBytes)
  let stopped: StopReason | undefined
  let ended: Promise<void> | undefined
  let child: ChildProcess | undefined

  const stop: Command['stop'] = (reason, grace = graceMs) => {
    if (!child?.pid || stopped) return
    stopped = reason
    ended = endTree({ pid: child.pid, cookie }, grace)
  }

  const run = async (): Promise<CommandResult> => {
    child = spawn('/bin/sh', ['-c', command], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: workingFolder(),
      env: environment(cookie),
    })
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout.push(chunk)
      onOutput(chunk, 'stdout')
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr.push(chunk)
      onOutput(chunk, 'stderr')
    })
    const closed = once(child, 'close')
    closed.catch(() => {})
    await once(child, 'spawn')
    const { pid } = child
    if (pid === undefined) throw new Error('the process has no id')
    const release = guardGroup(pid)
    const timer = setTimeout(() => stop('timeout'), timeoutMs)
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    clearTimeout(timer)
    // What it left in the background may hold the pipes open.
    await Promise.race([closed, pause(drainMs)])
    await (ended ?? endGroup(pid, graceMs))
    release()
    await Promise.race([closed, pause(drainMs)])
    child.stdout?.destroy()
    child.stderr?.destroy()
    return { ...combine(stdout, stderr), ...exitOf(child, stopped) }
  }

  const result = run().catch((error: unknown): CommandResult => {
    const output = error instanceof Error ? error.message : String(error)
    return { output, exit_code: -1, end: 'not_started', omitted_bytes: 0 }
  })
  return { stop, result }
}
