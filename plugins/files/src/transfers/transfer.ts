import { randomUUID } from 'node:crypto'
import type { Clock, CodedText } from '@svc/plugin-sdk'
import type { Visit } from '../file-audit.ts'
import { baseName } from '../paths.ts'
import { ByteRanges } from './byte-ranges.ts'
import type { TransferView } from './transfer-schema.ts'

/** How long the transfer rate is averaged. */
const rateWindowMs = 1000
/** Without data for so long, nothing flows. */
const quietMs = 5000

export type TransferStatus = TransferView['status']

export interface TransferOptions {
  readonly id?: string
  readonly direction: 'download' | 'upload'
  readonly path: string
  readonly size: number | null
  /** a directory as a tar file */
  readonly archive?: boolean
}

/** A file on its way from or to a host. */
export class Transfer {
  readonly id: string
  /** who started it, which is who may see it */
  readonly by: Visit
  readonly direction: 'download' | 'upload'
  readonly path: string
  /** for the browser */
  readonly fileName: string
  size: number | null
  status: TransferStatus = 'pending'
  error: CodedText | null = null
  sha256: string | null = null
  /** ends it */
  readonly abort = new AbortController()
  readonly createdAt: number
  activeAt: number
  /** what the browser has */
  readonly fetched = new ByteRanges()
  readonly #clock: Clock
  #transferred = 0
  #rate = 0
  #window: { readonly start: number; readonly bytes: number }

  constructor(clock: Clock, by: Visit, { id = randomUUID(), direction, path, size, archive }: TransferOptions) {
    const now = clock.now()
    this.#clock = clock
    this.id = id
    this.by = by
    this.direction = direction
    this.path = path
    this.fileName = `${baseName(path) || 'files'}${archive ? '.tar' : ''}`
    this.size = size
    this.createdAt = now
    this.activeAt = now
    this.#window = { start: now, bytes: 0 }
  }

  get serverId(): string {
    return this.by.visibleServer.id
  }

  get transferred(): number {
    return this.#transferred
  }

  /** Whether it counts towards the limit of its server: a download that nobody has fetched does. */
  get isActive(): boolean {
    return this.status === 'pending' || this.status === 'in_progress' || this.status === 'ready'
  }

  /** Data has arrived: `transferred` is the position in the file. */
  advance(transferred: number): void {
    if (!this.isActive) return
    const now = this.#clock.now()
    this.status = 'in_progress'
    this.activeAt = now
    this.#transferred = transferred
    const { start, bytes } = this.#window
    if (now - start < rateWindowMs) return
    this.#rate = Math.max(0, ((transferred - bytes) * 1000) / (now - start))
    this.#window = { start: now, bytes: transferred }
  }

  /** All of it has arrived. */
  complete(): void {
    if (!this.isActive) return
    this.status = 'ready'
    this.size = this.#transferred
    this.touch()
  }

  /** Somebody uses it. */
  touch(): void {
    this.activeAt = this.#clock.now()
  }

  /** What an audit entry says about it. */
  get detail() {
    const { id, path, size, sha256 } = this
    return { transfer_id: id, path, size, bytes: this.#transferred, ...(sha256 !== null && { sha256 }) }
  }

  view(sentenceOf: (text: CodedText) => string): TransferView {
    const now = this.#clock.now()
    const isFlowing = this.status === 'in_progress' && now - this.activeAt < quietMs
    return {
      transfer_id: this.id,
      server_id: this.serverId,
      direction: this.direction,
      file_path: this.path,
      file_size: this.size,
      bytes_transferred: this.#transferred,
      bytes_per_second: isFlowing ? Math.round(this.#rate) : 0,
      status: this.status,
      error: this.error && sentenceOf(this.error),
      error_text: this.error,
      sha256: this.sha256,
      created_at_secs_ago: Math.floor((now - this.createdAt) / 1000),
    }
  }
}
