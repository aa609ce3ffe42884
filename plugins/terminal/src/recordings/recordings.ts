import { createReadStream, mkdirSync, type ReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError, type Clock, type Logger, toSeconds } from '@svc/plugin-sdk'
import { type CastHeader, CastWriter, repairCast } from './cast-file.ts'
import type { Cut } from './recording-schema.ts'
import type { NewRecording, RecordingsStore } from './recordings-store.ts'

const secondsPerDay = 86_400
const extension = '.cast'

export type RecordedSession = Omit<NewRecording, 'started_at'> & Pick<CastHeader, 'rows' | 'cols' | 'title'>

/** The recording of a session that runs. */
export interface Recorder extends Pick<CastWriter, 'hasRoom' | 'isCut' | 'output' | 'resize'> {
  end(): void
}

export interface RecordingOptions {
  readonly store: RecordingsStore
  readonly directory: string
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly keepDays: number
  readonly maxBytes: number
  readonly maxTotalBytes: number
  /** whether new sessions are recorded */
  isEnabled(): boolean
}

export type Recordings = ReturnType<typeof makeRecordings>

/** The recordings of sessions: a row and a file each. */
export function makeRecordings(options: RecordingOptions) {
  const { store, directory, clock, log, keepDays, maxBytes, maxTotalBytes, isEnabled } = options
  const pathOf = (id: string) => join(directory, `${id}${extension}`)
  /** resolve when a recording is complete */
  const writing = new Map<string, Promise<void>>()

  const removeFile = (id: string) => rm(pathOf(id), { force: true, maxRetries: 3 })

  /** The row first: a file without one is deleted later. */
  async function remove(id: string): Promise<void> {
    store.remove(id)
    await removeFile(id)
  }

  /** Deletes the oldest until there is room for one more. Returns whether there is. */
  function makeRoom(): boolean {
    while (store.size(maxBytes) + maxBytes > maxTotalBytes) {
      const id = store.oldest()
      if (id === undefined) return false
      store.remove(id)
      void removeFile(id).catch((error) => log.warn({ err: error }, 'a recording could not be deleted'))
    }
    return true
  }

  async function finish(id: string, startedAt: number, writer: CastWriter): Promise<void> {
    const { durationMs, bytes, cut } = await writer.close()
    const ended_at = startedAt + Math.round(durationMs / 1000)
    store.finish(id, { ended_at, duration_ms: durationMs, bytes, cut })
    writing.delete(id)
  }

  return {
    /** Records a session, unless that is off. Throws if it cannot be recorded. */
    begin(session: RecordedSession, onCut: (cut: Cut) => void): Recorder | undefined {
      if (!isEnabled()) return undefined
      const { rows, cols, title, ...owner } = session
      const { id } = owner
      const startedMs = clock.now()
      const started_at = toSeconds(startedMs)
      if (!makeRoom()) throw new ApiError(503, 'terminal.RECORDINGS_FULL')
      let writer: CastWriter
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 })
        writer = new CastWriter({
          path: pathOf(id),
          header: { rows, cols, startedAt: started_at, title },
          maxBytes,
          elapsed: () => clock.now() - startedMs,
          onCut(cut, error) {
            log.warn({ err: error, session_id: id }, `a recording ended early: ${cut}`)
            onCut(cut)
          },
        })
      } catch (error) {
        log.error({ err: error }, 'a session could not be recorded')
        throw new ApiError(503, 'terminal.RECORDING_FAILED')
      }
      store.insert({ ...owner, started_at })
      return {
        get hasRoom() {
          return writer.hasRoom
        },
        get isCut() {
          return writer.isCut
        },
        output: (data) => writer.output(data),
        resize: (newRows, newCols) => writer.resize(newRows, newCols),
        end() {
          if (!writing.has(id)) writing.set(id, finish(id, started_at, writer))
        },
      }
    },

    read: (id: string): ReadStream => createReadStream(pathOf(id)),

    removeFile,

    /** After a crash: completes what it interrupted, and deletes files without a row. */
    async recover(): Promise<void> {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      for (const { id, started_at } of store.unfinished()) {
        try {
          const { durationMs, bytes } = await repairCast(pathOf(id))
          const ended_at = started_at + Math.round(durationMs / 1000)
          store.finish(id, { ended_at, duration_ms: durationMs, bytes, cut: 'server_crash' })
        } catch (error) {
          log.warn({ err: error, session_id: id }, 'a recording was lost')
          await remove(id)
        }
      }
    },

    /** Deletes what has expired, and files without a row, such as those of deleted servers. */
    async cleanUp(): Promise<void> {
      for (const id of store.expired(toSeconds(clock.now()) - keepDays * secondsPerDay)) await remove(id)
      const ids = store.ids()
      for (const name of await readdir(directory)) {
        const id = name.slice(0, -extension.length)
        if (name.endsWith(extension) && !ids.has(id)) await removeFile(id)
      }
    },

    async close(): Promise<void> {
      await Promise.all(writing.values())
    },
  }
}
