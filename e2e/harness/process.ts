import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../..', import.meta.url))

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** One of our programs as a real process, with its output so far. */
export interface Program {
  readonly pid: number
  readonly lines: readonly string[]
  readonly exited: Promise<Exit>
  hasExited(): boolean
  /** All output as one string. */
  output(): string
  kill(signal: NodeJS.Signals): void
  /** Resolves to the first line that matches, past or future; rejects if the program ends without one. */
  line(pattern: RegExp): Promise<string>
  /** Sends SIGTERM, and SIGKILL if the program does not end in time. */
  stop(): Promise<Exit>
}

/** Only what a program needs from the machine; no `SVC_…` variables of the caller. */
export const cleanEnv = (extra: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  ...extra,
})

const lastLines = (lines: readonly string[]) => lines.slice(-20).join('\n')

interface Options {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** it has no end of its own: even one without an error is printed */
  readonly isEndless?: boolean
}

/** @param executable default: Node, which runs the script that `args` begins with */
export function run(args: string[], { cwd, env, isEndless = false }: Options, executable = process.execPath): Program {
  const child: ChildProcess = spawn(executable, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  const waiting = new Set<(line: string | undefined) => void>()
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const notify of [...waiting]) notify(line)
    })
  }
  let hasExited = false
  let isAsked = false
  const exited = new Promise<Exit>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      hasExited = true
      // Whatever it brings about in the test, this is why.
      if (!isAsked && (code !== 0 || isEndless))
        console.error(`${args[0]} ended by itself: ${code ?? signal}\n${lastLines(lines)}`)
      for (const notify of [...waiting]) notify(undefined)
      resolve({ code, signal })
    })
  })
  // What it started may outlive it and hold its output open for good, such as the compiler of a build that was killed.
  child.on('exit', () => {
    const close = () => {
      for (const stream of [child.stdout, child.stderr]) stream?.destroy()
    }
    setTimeout(close, 5000).unref()
  })
  const kill = (signal: NodeJS.Signals) => {
    isAsked = true
    if (!hasExited) child.kill(signal)
  }
  return {
    pid: child.pid as number,
    lines,
    exited,
    hasExited: () => hasExited,
    output: () => lines.join('\n'),
    kill,
    line(pattern) {
      const past = lines.find((line) => pattern.test(line))
      if (past !== undefined) return Promise.resolve(past)
      return new Promise((resolve, reject) => {
        const notify = (line: string | undefined) => {
          if (line !== undefined && !pattern.test(line)) return
          waiting.delete(notify)
          if (line === undefined)
            reject(new Error(`the program ended before printing ${pattern}:\n${lastLines(lines)}`))
          else resolve(line)
        }
        if (hasExited) notify(undefined)
        else waiting.add(notify)
      })
    },
    async stop() {
      kill('SIGTERM')
      const timer = setTimeout(() => kill('SIGKILL'), 60_000)
      const exit = await exited
      clearTimeout(timer)
      return exit
    },
  }
}
