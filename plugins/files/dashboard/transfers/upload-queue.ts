import { ApiError, randomId, toError } from '@svc/dashboard-sdk'
import { parentOf } from '../host-path.ts'
import { Rate } from './rate.ts'

/**
 * `exists`: there is something with this name, which the user may replace. `failed`: can be tried again, from the byte that the
 * host has.
 */
export type UploadState = 'waiting' | 'sending' | 'exists' | 'failed' | 'done'

export interface Upload {
  readonly id: number
  /** on the host */
  readonly path: string
  readonly size: number
  readonly state: UploadState
  readonly sent: number
  /** bytes per second */
  readonly rate: number
  readonly error: Error | undefined
}

/** A file to upload. */
export interface UploadFile {
  readonly path: string
  readonly file: Blob
}

export interface UploadPart {
  readonly transferId: string
  readonly path: string
  readonly size: number
  readonly offset: number
  readonly overwrite: boolean
  readonly body: Blob
}

/** The requests of an upload. */
export interface UploadRequests {
  /** Sends bytes; `onSent` gets how many of them are on their way. Resolves with the bytes that the host has. */
  send(part: UploadPart, onSent: (bytes: number) => void, signal: AbortSignal): Promise<number>
  makeDirectory(path: string): Promise<void>
  cancel(transferId: string): Promise<void>
}

interface Entry {
  shown: Upload
  readonly file: Blob
  transferId: string
  /** bytes that the host has */
  offset: number
  hasBegun: boolean
  overwrite: boolean
  abort: AbortController
}

export interface QueueOptions {
  readonly requests: UploadRequests
  /** milliseconds */
  now(): number
  /** Calls `act` later, when a transfer may have ended. */
  later(act: () => void): void
}

/** The server permits three transfers at a time; one is left for a download. */
const maxSending = 2
/** A larger file is announced without its bytes: what is refused is not sent first. */
const announcedBytes = 1_048_576
/** Attempts to agree on the next byte. */
const maxAttempts = 3

const textOf = (error: unknown) => {
  const details =
    error instanceof ApiError ? (error.details as { code?: unknown; params?: { offset?: unknown } }) : undefined
  return { code: details?.code, offset: details?.params?.offset }
}
const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : undefined)

/** The server or the host cannot be reached for the moment, and both keep what they have. */
const isInterruption = (error: unknown) => [0, 404, 502, 503, 504].includes(statusOf(error) ?? -1)

/** Files that are uploaded one after the other, a few at a time. */
export class UploadQueue {
  readonly #options: QueueOptions
  readonly #entries = new Map<number, Entry>()
  /** folders to create, each once it is needed */
  readonly #directories = new Map<string, Promise<void> | undefined>()
  readonly #listeners = new Set<() => void>()
  readonly #transferIds = new Set<string>()
  #nextId = 1
  /** the server has too many transfers */
  #isFull = false
  #uploads: readonly Upload[] = []

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** An immutable list, oldest first. */
  readonly uploads = (): readonly Upload[] => this.#uploads

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get isActive(): boolean {
    return this.#uploads.some(({ state }) => state === 'waiting' || state === 'sending')
  }

  /** `directories` are created as well, even if they stay empty. */
  add(files: readonly UploadFile[], directories: readonly string[] = []): void {
    for (const path of directories) {
      this.#directories.set(path, undefined)
      // Shown at the files in it, which need it too.
      this.#makeDirectory(path).catch(() => {})
    }
    for (const { path, file } of files) {
      const id = this.#nextId++
      const shown: Upload = { id, path, size: file.size, state: 'waiting', sent: 0, rate: 0, error: undefined }
      this.#entries.set(id, {
        shown,
        file,
        transferId: this.#newTransferId(),
        offset: 0,
        hasBegun: false,
        overwrite: false,
        abort: new AbortController(),
      })
    }
    this.#changed()
    this.#fill()
  }

  /** Tries a failed upload again; `overwrite` replaces what is there. */
  retry(id: number, { overwrite = false } = {}): void {
    const entry = this.#entries.get(id)
    if (!entry || (entry.shown.state !== 'failed' && entry.shown.state !== 'exists')) return
    if (!isInterruption(entry.shown.error)) this.#restart(entry)
    if (overwrite) entry.overwrite = true
    entry.abort = new AbortController()
    this.#set(entry, { state: 'waiting', error: undefined, rate: 0 })
    this.#fill()
  }

  /** Stops an upload and removes what the host has of it. */
  cancel(id: number): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#entries.delete(id)
    entry.abort.abort()
    if (entry.hasBegun && entry.shown.state !== 'done') this.#options.requests.cancel(entry.transferId).catch(() => {})
    this.#changed()
    this.#fill()
  }

  /** Forgets what is done. */
  clear(): void {
    for (const [id, { shown }] of this.#entries) if (shown.state === 'done') this.#entries.delete(id)
    this.#changed()
  }

  /** Ids of all transfers of this queue, past ones too: the server lists some of them for a moment. */
  get transferIds(): ReadonlySet<string> {
    return this.#transferIds
  }

  #newTransferId(): string {
    const id = randomId()
    this.#transferIds.add(id)
    return id
  }

  /** Begins a new transfer. The server would go on listing the old one as failed. */
  #restart(entry: Entry): void {
    if (entry.hasBegun) this.#options.requests.cancel(entry.transferId).catch(() => {})
    entry.transferId = this.#newTransferId()
    entry.offset = 0
    entry.hasBegun = false
  }

  #fill(): void {
    const entries = [...this.#entries.values()]
    let sending = entries.filter(({ shown }) => shown.state === 'sending').length
    for (const entry of entries) {
      if (this.#isFull || sending >= maxSending) return
      if (entry.shown.state !== 'waiting') continue
      sending += 1
      void this.#run(entry)
    }
  }

  async #run(entry: Entry): Promise<void> {
    this.#set(entry, { state: 'sending' })
    try {
      const { shown, file } = entry
      await this.#makeDirectory(parentOf(shown.path))
      if (shown.size > announcedBytes || entry.hasBegun) await this.#send(entry, () => new Blob())
      if (!entry.hasBegun || entry.offset < shown.size) await this.#send(entry, (offset) => file.slice(offset))
      this.#set(entry, { state: 'done', sent: shown.size, rate: 0 })
    } catch (error) {
      this.#fail(entry, error)
    }
    this.#fill()
  }

  #fail(entry: Entry, error: unknown): void {
    if (entry.abort.signal.aborted) return
    if (statusOf(error) === 429) {
      this.#set(entry, { state: 'waiting', rate: 0 })
      this.#isFull = true
      this.#options.later(() => {
        this.#isFull = false
        this.#fill()
      })
      return
    }
    const exists = statusOf(error) === 409 && textOf(error).code === 'enrollment.AGENT_FAILED' && !entry.overwrite
    this.#set(entry, { state: exists ? 'exists' : 'failed', error: toError(error), rate: 0 })
  }

  /** Sends from the byte that the host expects. */
  async #send(entry: Entry, bodyFrom: (offset: number) => Blob): Promise<void> {
    const { path, size } = entry.shown
    for (let attempt = 1; ; attempt++) {
      const { offset, transferId, overwrite } = entry
      const rate = new Rate(this.#options.now(), offset)
      const onSent = (bytes: number) => {
        const sent = offset + bytes
        this.#set(entry, { sent, rate: rate.advance(this.#options.now(), sent) })
      }
      try {
        entry.hasBegun = true
        const part = { transferId, path, size, offset, overwrite, body: bodyFrom(offset) }
        entry.offset = await this.#options.requests.send(part, onSent, entry.abort.signal)
        this.#set(entry, { sent: entry.offset })
        return
      } catch (error) {
        const text = textOf(error)
        const isCorrectable = text.code === 'files.UPLOAD_OFFSET' || text.code === 'files.UNKNOWN_TRANSFER'
        if (attempt === maxAttempts || !isCorrectable) throw error
        if (typeof text.offset === 'number') entry.offset = text.offset
        else this.#restart(entry)
      }
    }
  }

  async #makeDirectory(path: string): Promise<void> {
    if (!this.#directories.has(path)) return
    const making = this.#directories.get(path) ?? this.#options.requests.makeDirectory(path)
    this.#directories.set(path, making)
    try {
      await making
    } catch (error) {
      // Tried again with the next upload.
      this.#directories.set(path, undefined)
      throw error
    }
  }

  #set(entry: Entry, changes: Partial<Upload>): void {
    entry.shown = { ...entry.shown, ...changes }
    this.#changed()
  }

  #changed(): void {
    this.#uploads = [...this.#entries.values()].map(({ shown }) => shown)
    for (const listener of this.#listeners) listener()
  }
}
