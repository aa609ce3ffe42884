import type { Frame } from './frame.ts'

/** What an `Outbox` needs of a WebSocket. */
export interface OutboxSocket {
  /** bytes passed to `send` that have not been transmitted yet */
  readonly bufferedAmount: number
  send(frame: Frame, sent: () => void): void
}

/** Waits for room. */
interface Waiting {
  readonly frame?: Frame
  readonly sent?: (() => void) | undefined
  readonly resolve: (isSent: boolean) => void
}

/** Unsent bytes above which senders wait. */
const highWaterBytes = 256 * 1024

/**
 * The sending side of a connection. `send` is for small frames, which are never delayed; `write` is for bulk: it waits
 * until the socket has room, in order of arrival, so that a slow peer costs one frame per sender and control frames never
 * queue behind much bulk.
 */
export class Outbox {
  readonly #socket: OutboxSocket
  readonly #waiting: Waiting[] = []
  #isOpen = true

  constructor(socket: OutboxSocket) {
    this.#socket = socket
  }

  send(frame: Frame): void {
    if (this.#isOpen) this.#socket.send(frame, this.#pump)
  }

  /** Waits for room, then sends. Resolves to false if the connection has ended. `sent` is called when it was transmitted. */
  write(frame: Frame, sent?: () => void): Promise<boolean> {
    return this.#wait({ frame, sent })
  }

  /** Resolves when there is room; to false if the connection has ended. */
  room(): Promise<boolean> {
    return this.#wait({})
  }

  /** The connection has ended: nobody waits any longer. */
  close(): void {
    this.#isOpen = false
    for (const { resolve } of this.#waiting.splice(0)) resolve(false)
  }

  #wait(what: Omit<Waiting, 'resolve'>): Promise<boolean> {
    if (!this.#isOpen) return Promise.resolve(false)
    return new Promise((resolve) => {
      this.#waiting.push({ ...what, resolve })
      this.#pump()
    })
  }

  readonly #pump = () => {
    while (this.#isOpen && this.#socket.bufferedAmount < highWaterBytes) {
      const next = this.#waiting.shift()
      if (!next) return
      const { frame, sent, resolve } = next
      if (frame !== undefined) {
        this.#socket.send(frame, () => {
          sent?.()
          this.#pump()
        })
      }
      resolve(true)
    }
  }
}

/** Limits what a sender may have unread at the receiver. Without a size it does not limit. */
export class SendWindow {
  #available: number
  readonly #waiting: (() => void)[] = []

  constructor(size: number | null | undefined) {
    this.#available = size ?? Number.POSITIVE_INFINITY
  }

  /** Waits until the window is open, then takes `bytes` of it; the last frame may exceed it. */
  async take(bytes: number): Promise<void> {
    while (this.#available <= 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#available -= bytes
  }

  /** Bytes that the receiver has consumed. */
  credit(bytes: number): void {
    this.#available += bytes
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Opens it for good, because the stream has ended. */
  close(): void {
    this.credit(Number.POSITIVE_INFINITY)
  }
}

/** Received items that wait for their reader. Iterate it once. */
class Inbox<T> implements AsyncIterable<T> {
  readonly #items: { readonly value: T; readonly bytes: number }[] = []
  readonly #onRead: (bytes: number) => void
  #wake: (() => void) | undefined
  #end: { readonly error?: unknown } | undefined
  /** bytes that wait for the reader */
  bytes = 0

  /** `onRead` is called with the bytes of each item that the reader takes. */
  constructor(onRead: (bytes: number) => void = () => {}) {
    this.#onRead = onRead
  }

  /** whether nothing more arrives */
  get isEnded(): boolean {
    return this.#end !== undefined
  }

  push(value: T, bytes = 0): void {
    if (this.#end) return
    this.#items.push({ value, bytes })
    this.bytes += bytes
    this.#wake?.()
  }

  /** Ends it after the items that have arrived; with an error the reader gets that instead. */
  end(): void {
    this.#end ??= {}
    this.#wake?.()
  }

  /** Ends it at once: what has arrived is dropped. */
  fail(error: unknown): void {
    if (!this.#end) this.#end = { error }
    this.#drop()
    this.#wake?.()
  }

  #drop(): void {
    this.#items.length = 0
    this.bytes = 0
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    try {
      for (;;) {
        const item = this.#items.shift()
        if (item) {
          this.bytes -= item.bytes
          this.#onRead(item.bytes)
          yield item.value
        } else if (this.#end) {
          if ('error' in this.#end) throw this.#end.error
          return
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
          this.#wake = undefined
        }
      }
    } finally {
      this.#end ??= {}
      this.#drop()
    }
  }
}

/** Bytes of frames that may be on the way or unread per stream and direction. */
export const streamWindow = 4 * 1024 * 1024

/** Unread bytes of one stream above which its connection is no longer read. */
const maxUnreadBytes = 2 * streamWindow
/** How long a reader may leave that many bytes unread. Shorter than the time without a report that makes an agent offline. */
const stallTimeoutMs = 20_000

/** What a `Receiver` needs of its connection. */
export interface ReceiverOptions {
  /** Tells the sender that so many bytes were read; undefined if the sender does not know windows. */
  readonly credit: ((bytes: number) => void) | undefined
  /** bytes that the sender may have unread; default `streamWindow` */
  readonly window?: number | undefined
  /** Stops and continues reading from the connection. */
  hold(): void
  release(): void
  /** nobody reads, although the connection waits for it */
  onStalled(): void
  /** Runs something later; returns what cancels it. */
  after(ms: number, run: () => void): () => void
}

/**
 * The reading side of a stream. Gives the sender credit for what was read. A sender that does not know windows is slowed down
 * by TCP, which also delays everything else on its connection, so not for long.
 */
export class Receiver<T> extends Inbox<T> {
  readonly #options: ReceiverOptions
  #consumed = 0
  #cancelStall: (() => void) | undefined

  constructor(options: ReceiverOptions) {
    super((bytes) => this.#onRead(bytes))
    this.#options = options
  }

  override push(value: T, bytes = 0): void {
    super.push(value, bytes)
    if (this.bytes <= maxUnreadBytes || this.#cancelStall) return
    this.#options.hold()
    this.#cancelStall = this.#options.after(stallTimeoutMs, () => this.#options.onStalled())
  }

  override end(): void {
    super.end()
    this.#release()
  }

  override fail(error: unknown): void {
    super.fail(error)
    this.#release()
  }

  #onRead(bytes: number): void {
    if (this.bytes < streamWindow) this.#release()
    const { credit } = this.#options
    if (!credit || this.isEnded) return
    this.#consumed += bytes
    if (this.#consumed < (this.#options.window ?? streamWindow) / 4) return
    credit(this.#consumed)
    this.#consumed = 0
  }

  #release(): void {
    if (!this.#cancelStall) return
    this.#cancelStall()
    this.#cancelStall = undefined
    this.#options.release()
  }
}
