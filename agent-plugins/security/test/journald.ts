import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const startScript = `
set -e
mount --make-rprivate /
mount --bind "$1/run" /run
mount --bind "$1/journald.conf" /etc/systemd/journald.conf
exec /usr/lib/systemd/systemd-journald
`

/** A program that logs each line it is given. */
export interface LoggingProgram {
  log(...messages: readonly string[]): void
  /** bytes of messages that it has not taken yet */
  pendingBytes(): number
  close(): Promise<void>
}

export interface Journald {
  /** with the journal files */
  readonly directory: string
  /** Starts a program of this name, as root unless a user id is given. */
  program(name: string, uid?: number): LoggingProgram
  close(): Promise<void>
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/** A journald of its own, in a mount namespace. */
export async function startJournald(): Promise<Journald> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-journald-'))
  mkdirSync(join(folder, 'run/systemd/journal'), { recursive: true })
  mkdirSync(join(folder, 'run/log/journal'), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  // Other users log as well.
  chmodSync(folder, 0o755)
  writeFileSync(
    join(folder, 'journald.conf'),
    '[Journal]\nStorage=volatile\nRateLimitBurst=0\nReadKMsg=no\nRuntimeMaxUse=200M\n',
  )
  const socket = join(folder, 'run/systemd/journal/dev-log')
  const daemon = spawn('unshare', ['--mount', 'bash', '-c', startScript, 'bash', folder], { stdio: 'ignore' })
  const running: LoggingProgram[] = []
  for (let attempt = 0; attempt < 200 && !existsSync(socket); attempt += 1) await pause(25)

  return {
    directory: join(folder, 'run/log/journal'),
    program(name, uid = 0) {
      const path = join(folder, 'bin', name)
      if (!existsSync(path)) copyFileSync('/usr/bin/logger', path)
      // It stays alive, because journald asks the kernel who has sent a message.
      const child = spawn(path, ['--socket', socket, '--socket-errors=on', '--tag', name], {
        stdio: ['pipe', 'ignore', 'inherit'],
        uid,
      })
      const program: LoggingProgram = {
        log: (...messages) => void child.stdin.write(messages.map((message) => `${message}\n`).join('')),
        pendingBytes: () => child.stdin.writableLength,
        close: () => end(child, 'SIGKILL'),
      }
      running.push(program)
      return program
    },
    async close() {
      for (const program of running) await program.close()
      // After a flood it would take its time, and nobody needs what it has.
      await end(daemon, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
