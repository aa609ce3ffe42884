import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A measured program. Measurements include its child processes. */
export interface Program {
  readonly pid: number
  /** all output so far */
  output(): string
  /** CPU seconds so far, user and system */
  cpuSeconds(): number
  /** CPU seconds of child processes that have ended */
  endedSeconds(): number
  rssBytes(): number
  /** without mapped files: memory the program allocated itself */
  anonymousBytes(): number
  /** bytes written to disk, as the kernel accounts them */
  writtenBytes(): number
  hasEnded(): boolean
  /** null while running, and if ended by a signal */
  exitCode(): number | null
  signal(name: NodeJS.Signals): void
  stop(): Promise<void>
}

const pageBytes = 4096
const ticksPerSecond = 100

const stat = (pid: number): string[] => {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may contain anything, so count fields after it.
  return line.slice(line.lastIndexOf(')') + 2).split(' ')
}

function family(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      parents.set(Number(name), Number(stat(Number(name))[1]))
    } catch {
      // the process has ended
    }
  }
  const members = [pid]
  for (const member of members) for (const [child, parent] of parents) if (parent === member) members.push(child)
  return members
}

/** CPU time of all threads in nanoseconds; the counters in `stat` are too coarse for an idle program. */
const processorTime = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).reduce((total, thread) => {
    try {
      return total + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      return total
    }
  }, 0)

const sum = (pid: number, read: (pid: number) => number) =>
  family(pid).reduce((total, member) => total + read(member), 0)

const statusBytes = (pid: number, field: string) =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

/** Bytes that process `pid` wrote to disk. */
export const writtenBytes = (pid: number): number =>
  Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0)

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a Node program. */
export function startProgram(
  args: readonly string[],
  { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Program {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      if (output.length < 1_000_000) output += chunk
    })
  }
  const pid = child.pid
  if (pid === undefined) throw new Error(`cannot start ${args.join(' ')}`)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    pid,
    output: () => output,
    cpuSeconds: () => sum(pid, processorTime) / 1e9,
    endedSeconds: () => (Number(stat(pid)[13]) + Number(stat(pid)[14])) / ticksPerSecond,
    rssBytes: () =>
      sum(pid, (member) => Number(readFileSync(`/proc/${member}/statm`, 'utf8').split(' ')[1]) * pageBytes),
    anonymousBytes: () => sum(pid, (member) => statusBytes(member, 'RssAnon')),
    writtenBytes: () => sum(pid, writtenBytes),
    hasEnded,
    exitCode: () => child.exitCode,
    signal: (name) => void child.kill(name),
    async stop() {
      if (!hasEnded()) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
        await ended
        clearTimeout(late)
      }
      running.delete(child)
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const done = (result: boolean) => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
  })

/** Resolves once `program` accepts connections on `port`. */
export async function listening(program: Program, port: number): Promise<void> {
  for (let waited = 0; !(await accepts(port)); waited += 3) {
    if (program.hasEnded()) throw new Error(`the program ended before it listened:\n${program.output().slice(-2000)}`)
    if (waited > 60_000)
      throw new Error(`the program does not listen after a minute:\n${program.output().slice(-2000)}`)
    await sleep(3)
  }
}
