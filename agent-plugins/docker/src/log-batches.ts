import type { LogEntry } from '@svc/plugin-docker/wire'

export interface LogBatch {
  readonly entries: LogEntry[]
  /** lines that were dropped before these */
  readonly dropped: number
}

export interface LogBatchesOptions {
  /** resolves when the next batch may be sent */
  readonly send: (batch: LogBatch) => Promise<void>
  readonly maxEntries?: number
  readonly maxDelayMs?: number
  /** of what waits to be sent; more is dropped and counted */
  readonly maxWaiting?: number
  readonly maxWaitingBytes?: number
}

interface OpenBatch extends LogBatch {
  readonly dueAt: number
  bytes: number
}

/** A batch is smaller than a frame to the server, even if every character is escaped. */
const maxBatchBytes = 128 * 1024

/**
 * Sends entries in batches: when one is full, or shortly after its first entry. While the receiver is slower than the log,
 * a limited number of entries waits, and further ones are dropped and counted.
 */
export class LogBatches {
  readonly #send: LogBatchesOptions['send']
  readonly #max: { entries: number; delayMs: number; waiting: number; waitingBytes: number }
  readonly #queue: OpenBatch[] = []
  #waiting = 0
  #waitingBytes = 0
  #dropped = 0
  #isOver = false
  #changed = Promise.withResolvers<void>()

  constructor({
    send,
    maxEntries = 50,
    maxDelayMs = 50,
    maxWaiting = 5000,
    maxWaitingBytes = 2 * 1024 * 1024,
  }: LogBatchesOptions) {
    this.#send = send
    this.#max = { entries: maxEntries, delayMs: maxDelayMs, waiting: maxWaiting, waitingBytes: maxWaitingBytes }
  }

  push(entry: LogEntry): void {
    const bytes = Buffer.byteLength(entry.message)
    if (this.#waiting >= this.#max.waiting || this.#waitingBytes + bytes > this.#max.waitingBytes) {
      this.#dropped += 1
      return
    }
    const last = this.#queue.at(-1)
    if (last && this.#dropped === 0 && !this.#isFull(last) && last.bytes + bytes <= maxBatchBytes) {
      last.entries.push(entry)
      last.bytes += bytes
      if (this.#isFull(last)) this.#notify()
    } else {
      const dueAt = performance.now() + this.#max.delayMs
      this.#queue.push({ entries: [entry], dropped: this.#dropped, bytes, dueAt })
      this.#dropped = 0
      this.#notify()
    }
    this.#waiting += 1
    this.#waitingBytes += bytes
  }

  /** Resolves when at most half of what may wait does: for a reader that would rather wait than lose entries. */
  async room(): Promise<void> {
    const { waiting, waitingBytes } = this.#max
    while (!this.#isOver && (this.#waiting > waiting / 2 || this.#waitingBytes > waitingBytes / 2)) {
      await this.#changed.promise
    }
  }

  /** No more entries follow: `run` sends the rest and resolves. */
  end(): void {
    this.#isOver = true
    this.#notify()
  }

  /** Sends until `end`. Rejects if `send` does. */
  async run(): Promise<void> {
    try {
      for (let batch = await this.#next(); batch; batch = await this.#next()) {
        const { entries, dropped, bytes } = batch
        await this.#send({ entries, dropped })
        this.#waiting -= entries.length
        this.#waitingBytes -= bytes
        this.#notify()
      }
      if (this.#dropped > 0) await this.#send({ entries: [], dropped: this.#dropped })
    } finally {
      this.end()
    }
  }

  /** Takes the next batch that is due; undefined at the end. */
  async #next(): Promise<OpenBatch | undefined> {
    for (;;) {
      const [first, second] = this.#queue
      const remaining = first ? first.dueAt - performance.now() : Number.POSITIVE_INFINITY
      if (this.#isOver || (first && (second || this.#isFull(first) || remaining <= 0))) return this.#queue.shift()
      const timer = first && setTimeout(() => this.#notify(), remaining)
      await this.#changed.promise
      clearTimeout(timer)
    }
  }

  #isFull({ entries, bytes }: OpenBatch): boolean {
    return entries.length >= this.#max.entries || bytes >= maxBatchBytes
  }

  #notify(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}
