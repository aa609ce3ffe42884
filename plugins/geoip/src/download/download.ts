import { type Clock, type Core, conflict, text, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Database, DatabaseKind } from '../database.ts'
import type { DownloadState } from '../geoip-schema.ts'
import type { Source } from '../source.ts'
import { DownloadFailure } from './download-failure.ts'
import type { FetchEdition } from './fetch-edition.ts'
import { replaceFile } from './replace-file.ts'
import { unpack } from './unpack.ts'

interface Dependencies<D extends Database> {
  readonly kind: DatabaseKind<D>
  readonly clock: Clock
  readonly core: Pick<Core, 'log' | 'text'>
  readonly audit: Audit
  readonly fetchEdition: FetchEdition
  /** target path */
  readonly path: string
  /** loads the file */
  readonly source: Pick<Source, 'check' | 'problem'>
  /** called when another database is in use */
  onInstalled(): Promise<unknown>
}

interface Actor {
  readonly userId: string
  readonly ip: string
}

export type Download = ReturnType<typeof makeDownload>

/** Runs one download at a time, in the background. */
export function makeDownload<D extends Database>(deps: Dependencies<D>) {
  const { kind, clock, core, audit, fetchEdition, path, source, onInstalled } = deps
  const { log } = core
  const stop = new AbortController()
  let state: DownloadState | undefined
  let running: Promise<DownloadState> | undefined

  const now = () => toTimestamp(toSeconds(clock.now()))
  const update = (change: Partial<DownloadState>) => {
    if (state?.state === 'running') state = { ...state, ...change }
  }

  /** The database is already in use, so an error here does not fail the download. */
  const notifyInstalled = async () => {
    try {
      await onInstalled()
    } catch (error) {
      log.error({ err: error }, 'database installed, but not all servers could be located again')
    }
  }

  const install = async (started: DownloadState) => {
    const packed = await fetchEdition({
      now: clock.now(),
      signal: stop.signal,
      onEdition: (month) => {
        state = { ...started, month }
      },
      onProgress: (received, total) =>
        update({ received_bytes: received, ...(total === undefined ? {} : { total_bytes: total }) }),
    })
    const file = await unpack(packed, kind)
    await replaceFile(path, file)
    const changed = await source.check()
    const problem = source.problem()
    if (problem) throw new DownloadFailure('not_saved', text('geoip.SAVED_BUT_UNUSABLE', { problem }))
    if (changed) await notifyInstalled()
    return file.length
  }

  const run = async (started: DownloadState, { userId, ip }: Actor): Promise<DownloadState> => {
    state = started
    const finish = (change: Partial<DownloadState>, detail: Record<string, unknown>) => {
      const ended = { ...(state ?? started), ...change, ended_at: now() }
      state = ended
      running = undefined
      const { month } = ended
      audit.write({ userId, ip, action: `${kind.id}_download`, detail: { outcome: ended.state, month, ...detail } })
      return ended
    }
    try {
      const size = await install(started)
      return finish({ state: 'succeeded' }, { file_size: size })
    } catch (error) {
      const isExpected = error instanceof DownloadFailure
      if (!isExpected) log.error({ err: error }, 'the database could not be installed')
      const failure = isExpected ? error : new DownloadFailure('not_saved', text('geoip.NOT_INSTALLED'))
      const message = core.text(failure.text)
      if (isExpected) log.warn({ reason: failure.kind }, `${kind.edition} download failed: ${message}`)
      const outcome = { state: 'failed', error: failure.kind, message, message_text: failure.text } as const
      return finish(outcome, { error: failure.kind })
    }
  }

  return {
    /** undefined before the first download */
    state: () => state,
    /** Resolves to the final state; throws 409 if a download is running. */
    start(actor: Actor): Promise<DownloadState> {
      if (running) throw conflict('geoip.DOWNLOAD_RUNNING')
      running = run({ state: 'running', month: '', received_bytes: 0, started_at: now() }, actor)
      return running
    },
    async close() {
      stop.abort()
      await running
    },
  }
}
