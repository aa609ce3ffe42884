import { createHash } from 'node:crypto'
import { access, constants, type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import type { SourceState } from '@svc/plugin-security/wire'
import type { Budget } from './budget.ts'
import type { LogEntry, OnEntries } from './entry.ts'
import { makeLineSplitter, maxLineBytes, newline } from './line-splitter.ts'
import { parseSyslogLine } from './syslog-line.ts'

/** How far a log file was read. */
export const FilePosition = Type.Object({
  inode: Type.Integer(),
  /** bytes */
  offset: Type.Integer(),
  /** of the first bytes: another file may get the same inode */
  head: Type.String(),
})
export type FilePosition = Static<typeof FilePosition>

/** Of a file that was not read yet. */
const beginning: FilePosition = { inode: 0, offset: 0, head: '' }
const headBytes = 128
const chunkBytes = 65_536
/** In the messages of sshd and dropbear about a sign-in. */
const signInMarks = [']: Accepted ', ' auth succeeded for ']
const mib = 1024 * 1024

async function headOf(file: FileHandle, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, Math.min(headBytes, length), 0)
  return `${bytesRead}:${createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('base64url').slice(0, 16)}`
}

/** Whether this is the file that was read before. */
async function isSame(file: FileHandle, position: FilePosition): Promise<boolean> {
  const { ino, size } = await file.stat()
  if (ino !== position.inode || size < position.offset) return false
  return (await headOf(file, Number(position.head.split(':')[0]))) === position.head
}

/** What a rotated file is called now: it is beside the new one, under a longer name. */
async function findRotated(path: string, position: FilePosition): Promise<FileHandle | undefined> {
  const folder = dirname(path)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(`${basename(path)}`) && each !== basename(path))) {
    const candidate = join(folder, name)
    if ((await stat(candidate).catch(() => undefined))?.ino !== position.inode) continue
    const file = await open(candidate, 'r').catch(() => undefined)
    if (file && (await isSame(file, position))) return file
    await file?.close()
  }
  return undefined
}

export interface LogFileOptions {
  readonly path: string
  /** undefined: reads what is logged from now on */
  readonly position: FilePosition | undefined
  readonly budget: Budget
  readonly onEntries: OnEntries
  onPosition(position: FilePosition): void
  onState(state: SourceState['state']): void
  onSkipped(bytes: number): void
  /** default 1000 */
  readonly pollMs?: number
  /** unread bytes beyond which the reader is behind; default 2 MiB */
  readonly behindBytes?: number
  /** those beyond which the oldest are skipped; default 16 MiB */
  readonly maxBacklogBytes?: number
}

const stateOf = (error: unknown): SourceState['state'] => {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'missing'
  return code === 'EACCES' || code === 'EPERM' ? 'denied' : 'failed'
}

/** The first of these files that exists, and whether this user may read it. */
export async function findLogFile(
  paths: readonly string[],
): Promise<{ readonly path?: string; readonly state: SourceState['state'] }> {
  for (const path of paths) {
    try {
      await access(path, constants.R_OK)
      return { path, state: 'reading' }
    } catch (error) {
      const state = stateOf(error)
      if (state !== 'missing') return { path, state }
    }
  }
  return { state: 'missing' }
}

/** Follows a log file through rotation and truncation, until it is closed. */
export function followLogFile(options: LogFileOptions) {
  const { path, budget, onEntries, onPosition, onState, onSkipped } = options
  const { pollMs = 1000, behindBytes = 2 * mib, maxBacklogBytes = 16 * mib } = options
  const lines = makeLineSplitter()
  const chunk = Buffer.alloc(chunkBytes)
  /** a chunk, and the line that goes on behind it */
  const wide = Buffer.alloc(chunkBytes + maxLineBytes)
  let file: FileHandle | undefined
  let position = options.position
  /** another file has the name; programs may still write to this one until they are told to open it again */
  let isRotated = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let wake = () => {}

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve
      timer = setTimeout(resolve, ms)
    })

  function handleLines(read: readonly string[]): void {
    const now = Math.floor(Date.now() / 1000)
    const entries: LogEntry[] = []
    for (const line of read) {
      const entry = parseSyslogLine(line, now)
      if (entry) entries.push(entry)
    }
    // Firewalls log as the kernel.
    const isKernel = ({ program }: LogEntry) => program === 'kernel'
    const own = entries.filter((entry) => !isKernel(entry))
    if (own.length > 0) onEntries(own, 'auth_log')
    if (own.length < entries.length) onEntries(entries.filter(isKernel), 'firewall_log')
  }

  /** Nobody can hide a sign-in behind a flood: finding these lines takes next to nothing. */
  async function readSignIns(from: FileHandle, start: number, end: number): Promise<void> {
    for (let at = start; at < end && !isClosed; at += chunkBytes) {
      // The next line begins within the chunk, and this one may end behind it.
      const { bytesRead } = await from.read(wide, 0, Math.min(wide.length, end - at), at)
      const bytes = wide.subarray(0, bytesRead)
      const found: string[] = []
      for (const mark of signInMarks) {
        for (let hit = bytes.indexOf(mark); hit >= 0 && hit < chunkBytes; hit = bytes.indexOf(mark, hit + 1)) {
          const lineStart = bytes.lastIndexOf(newline, hit) + 1
          const lineEnd = bytes.indexOf(newline, hit)
          if (lineEnd >= 0) found.push(bytes.toString('utf8', lineStart, lineEnd))
        }
      }
      handleLines(found)
      const waitMs = budget.wait()
      if (waitMs >= 1) await pause(waitMs)
    }
  }

  /** Reads to the end, or as long as it is not closed. Returns false if the file was truncated. */
  async function readOn(from: FileHandle): Promise<boolean> {
    const { ino, size } = await from.stat()
    let { offset } = position ?? beginning
    // Truncated, also if it has grown again meanwhile.
    if (position && offset > 0 && !(await isSame(from, position))) return false
    const backlog = size - offset
    if (backlog > maxBacklogBytes) {
      const skipped = backlog - behindBytes
      onState('behind')
      await readSignIns(from, offset, offset + skipped)
      offset += skipped
      lines.reset()
      onSkipped(skipped)
    }
    const head = size > 0 ? await headOf(from, size) : ''
    while (!isClosed) {
      onState(size - offset > behindBytes ? 'behind' : 'reading')
      const { bytesRead } = await from.read(chunk, 0, chunkBytes, offset)
      if (bytesRead === 0) break
      handleLines(lines.split(chunk.subarray(0, bytesRead)))
      offset += bytesRead
      // A line that is not complete is read again after a restart.
      position = { inode: ino, offset: offset - lines.pending, head }
      onPosition(position)
      if (bytesRead < chunkBytes) break
      const waitMs = budget.wait()
      if (waitMs >= 1) await pause(waitMs)
    }
    if (position) position = { ...position, offset }
    return true
  }

  async function reopen(): Promise<void> {
    await file?.close()
    file = undefined
    lines.reset()
    file = await open(path, 'r')
  }

  /** Continues with the file that has the name now, at its beginning. */
  async function startOver(): Promise<void> {
    position = beginning
    isRotated = false
    await reopen()
    if (file) await readOn(file)
  }

  async function openFirst(): Promise<void> {
    const saved = position
    await reopen()
    if (!file) return
    if (!saved) {
      const { ino, size } = await file.stat()
      position = { inode: ino, offset: size, head: size > 0 ? await headOf(file, size) : '' }
      onPosition(position)
      onState('reading')
    } else if (await isSame(file, saved)) {
      await readOn(file)
    } else {
      const rotated = await findRotated(path, saved)
      if (rotated) {
        await file.close()
        file = rotated
        await readOn(rotated)
      }
      await startOver()
    }
  }

  async function poll(): Promise<void> {
    if (!file) return openFirst()
    if (!(await readOn(file)) || isRotated) return startOver()
    // While it is rotated, there may be none of this name.
    const current = await stat(path).catch(() => undefined)
    isRotated = current !== undefined && current.ino !== (await file.stat()).ino
  }

  const finished = (async () => {
    while (!isClosed) {
      try {
        await poll()
      } catch (error) {
        const state = stateOf(error)
        onState(state)
        // A file that appears later is new as a whole.
        if (state === 'missing') position ??= beginning
      }
      if (!isClosed) await pause(Math.max(pollMs, budget.wait()))
    }
    await file?.close()
  })()

  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      wake()
      await finished
    },
  }
}
