import type { Duplex } from 'node:stream'
import type { LoginShell } from './login-shell.ts'
import { endSession } from './session-processes.ts'

/** Bytes that are read ahead of the reader. */
const maxUnreadBytes = 64 * 1024
/** Largest piece that is read at once, so that a full frame stays small. */
const maxPieceBytes = 32 * 1024
/** Time for which output that follows other output is collected: a PTY is read in pieces of 4 KiB, too small for a frame. */
const gatherMs = 2
/** Time to read what is left after the shell has exited. */
const closingMs = 1000

export interface Exit {
  readonly exitCode: number
  readonly signal: number | undefined
}

/**
 * The library closes its end of the PTY a moment after the shell has exited, with what is unread. Reads the rest first, which
 * is no more than the kernel keeps, and ends by itself when no program has the other end open.
 */
function readBeforeClosing(stream: Duplex, onClosing: () => void): void {
  const destroy = stream.destroy.bind(stream)
  stream.destroy = (error) => {
    const hasEnded = error !== undefined || stream.readableEnded
    if (hasEnded || stream.destroyed) return destroy(error ?? undefined)
    stream.destroy = destroy
    onClosing()
    stream.resume()
    setTimeout(destroy, closingMs).unref()
    return stream
  }
}

/** A shell on a PTY. Iterate it once to read its output. */
export interface Pty extends AsyncIterable<Buffer> {
  readonly pid: number
  /** resolves after all output was emitted */
  readonly exited: Promise<Exit>
  /** Resolves when the PTY has room for more. */
  write(data: Buffer): Promise<void>
  resize(rows: number, cols: number): void
  /** Ends the shell and everything that runs in its session. Resolves when nothing is left. */
  end(): Promise<void>
}

/** Windows of zero size crash some programs, and of huge size take memory in all of them. */
const toSize = (value: number) => Math.min(Math.max(value, 1), 1000)

export async function openPty(shell: LoginShell, rows: number, cols: number): Promise<Pty> {
  // Native code; loaded with the first session only.
  const { spawn } = await import('node-pty')
  const { file, args, cwd, env } = shell
  const pty = spawn(file, [...args], {
    name: 'xterm-256color',
    rows: toSize(rows),
    cols: toSize(cols),
    cwd,
    env: { ...env },
    encoding: null,
  })
  // Otherwise input for a program that does not read would fill the memory.
  const stream = process.platform === 'win32' ? undefined : pty._socket
  const { promise: exited, resolve: onExit } = Promise.withResolvers<Exit>()
  let unread: Buffer[] = []
  let unreadBytes = 0
  let isPaused = false
  let isClosing = false
  let hasExited = false
  let wake: ((isOver?: boolean) => void) | undefined

  if (stream) {
    readBeforeClosing(stream, () => {
      isClosing = true
    })
  }
  pty.onData((data) => {
    const bytes = Buffer.from(data)
    unread.push(bytes)
    unreadBytes += bytes.length
    if (unreadBytes > maxUnreadBytes && !isClosing) {
      isPaused = true
      pty.pause()
    }
    wake?.()
  })
  pty.onExit(({ exitCode, signal }) => {
    hasExited = true
    onExit({ exitCode, signal })
    wake?.()
  })

  /** Everything read so far, up to the limit of a piece. */
  function take(): Buffer {
    const all = unread.length === 1 && unread[0] ? unread[0] : Buffer.concat(unread)
    const piece = all.subarray(0, maxPieceBytes)
    unread = piece.length < all.length ? [all.subarray(maxPieceBytes)] : []
    unreadBytes = all.length - piece.length
    if (isPaused && !hasExited && unreadBytes <= maxUnreadBytes) {
      isPaused = false
      pty.resume()
    }
    return piece
  }

  /** Resolves after the next output or exit that makes it true, or when the time is over. */
  function until(isDone: () => boolean, ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(() => wake?.(true), ms)
      wake = (isOver = false) => {
        if (!isOver && !isDone()) return
        wake = undefined
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    pid: pty.pid,
    exited,
    async *[Symbol.asyncIterator]() {
      let takenAt = Number.NEGATIVE_INFINITY
      for (;;) {
        const isFollowing = unreadBytes > 0 && performance.now() - takenAt < gatherMs
        if (isFollowing) await until(() => unreadBytes >= maxPieceBytes || hasExited, gatherMs)
        if (unreadBytes > 0) {
          takenAt = performance.now()
          yield take()
        } else if (hasExited) return
        else await until(() => true)
      }
    },
    write(data) {
      if (hasExited) return Promise.resolve()
      if (!stream) pty.write(data)
      return stream ? new Promise((resolve) => stream.write(data, () => resolve())) : Promise.resolve()
    },
    resize(newRows, newCols) {
      if (!hasExited) pty.resize(toSize(newCols), toSize(newRows))
    },
    async end() {
      // A paused PTY would not notice the end of its programs.
      if (!hasExited) pty.resume()
      if (process.platform === 'win32') pty.kill()
      else await endSession(pty.pid, () => hasExited)
      await exited
    },
  }
}
