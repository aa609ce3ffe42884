import { type Clock, conflict, type Logger, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { DownloadState } from '../geoip-schema.ts'
import type { Source } from '../source.ts'
import { DownloadFault } from './download-fault.ts'
import type { FetchEdition } from './fetch-edition.ts'
import { replaceFile } from './replace-file.ts'
import { unpack } from './unpack.ts'

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  readonly audit: Audit
  readonly fetchEdition: FetchEdition
  /** where the file goes */
  readonly path: string
  /** what uses the file */
  readonly source: Pick<Source, 'check' | 'problem'>
  /** another database is in use now */
  installed(): Promise<unknown>
}

interface Actor {
  readonly userId: string
  readonly ip: string
}

export type Download = ReturnType<typeof makeDownload>

/** At most one download at a time, in the background: it goes on when the one who asked for it leaves. */
export function makeDownload({ clock, log, audit, fetchEdition, path, source, installed }: Dependencies) {
  const stop = new AbortController()
  let state: DownloadState | undefined
  let running: Promise<DownloadState> | undefined

  const now = () => toTimestamp(toSeconds(clock.now()))
  const update = (change: Partial<DownloadState>) => {
    if (state?.state === 'running') state = { ...state, ...change }
  }

  /** The database is in use whatever becomes of this: a failure is no failed download. */
  const follow = async () => {
    try {
      await installed()
    } catch (error) {
      log.error({ err: error }, 'GeoIP database installed, but not all servers could be located again')
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
    const file = await unpack(packed)
    await replaceFile(path, file)
    const changed = await source.check()
    const problem = source.problem()
    if (problem) throw new DownloadFault('not_saved', `the file was saved but cannot be used (${problem}); see the log`)
    if (changed) await follow()
    return file.length
  }

  const run = async (started: DownloadState, { userId, ip }: Actor): Promise<DownloadState> => {
    state = started
    const finish = (change: Partial<DownloadState>, detail: Record<string, unknown>) => {
      const ended = { ...(state ?? started), ...change, ended_at: now() }
      state = ended
      running = undefined
      const { month } = ended
      audit.write({ userId, ip, action: 'geoip_download', detail: { outcome: ended.state, month, ...detail } })
      return ended
    }
    try {
      const size = await install(started)
      return finish({ state: 'succeeded' }, { file_size: size })
    } catch (error) {
      const known = error instanceof DownloadFault
      if (!known) log.error({ err: error }, 'GeoIP database could not be installed')
      const fault = known ? error : new DownloadFault('not_saved', 'the database could not be installed; see the log')
      if (known) log.warn({ reason: fault.kind }, `GeoIP download failed: ${fault.message}`)
      return finish({ state: 'failed', error: fault.kind, message: fault.message }, { error: fault.kind })
    }
  }

  return {
    /** undefined until somebody asked for one */
    state: () => state,
    /** Resolves to how it ended; throws 409 while one runs. */
    start(actor: Actor): Promise<DownloadState> {
      if (running) throw conflict('a GeoIP database download is already running')
      running = run({ state: 'running', month: '', received_bytes: 0, started_at: now() }, actor)
      return running
    },
    async close() {
      stop.abort()
      await running
    },
  }
}
