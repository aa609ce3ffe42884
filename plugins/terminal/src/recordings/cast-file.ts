import { closeSync, createWriteStream, openSync, type WriteStream, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { Cut } from './recording-schema.ts'

// The format is asciicast v2: a header, then one JSON array per line, so that a file without an end can still be played.

export interface CastHeader {
  readonly rows: number
  readonly cols: number
  /** epoch seconds */
  readonly startedAt: number
  readonly title: string
}

export interface CastEnd {
  readonly durationMs: number
  readonly bytes: number
  readonly cut: Cut | null
}

/** Writes one session. Its output and sizes only: what is typed may be a password. */
export class CastWriter {
  readonly #file: WriteStream
  readonly #maxBytes: number
  /** milliseconds since the beginning */
  readonly #elapsed: () => number
  readonly #onCut: (cut: Cut, error?: Error) => void
  /** Characters may be split between two pieces of output. */
  readonly #decoder = new TextDecoder()
  #bytes: number
  #durationMs = 0
  #cut: Cut | null = null
  #hasRoom: Promise<void> | undefined

  /** Throws if the file cannot be created. */
  constructor(options: {
    readonly path: string
    readonly header: CastHeader
    readonly maxBytes: number
    elapsed(): number
    /** the rest of the session is not recorded */
    onCut(cut: Cut, error?: Error): void
  }) {
    const { path, header, maxBytes, elapsed, onCut } = options
    const { rows, cols, startedAt, title } = header
    const content = {
      version: 2,
      width: cols,
      height: rows,
      timestamp: startedAt,
      title,
      env: { TERM: 'xterm-256color' },
    }
    const line = `${JSON.stringify(content)}\n`
    const fd = openSync(path, 'wx', 0o600)
    try {
      writeSync(fd, line)
    } catch (error) {
      closeSync(fd)
      throw error
    }
    this.#bytes = Buffer.byteLength(line)
    this.#maxBytes = maxBytes
    this.#elapsed = elapsed
    this.#onCut = onCut
    this.#file = createWriteStream(path, { fd })
    this.#file.on('error', (error) => this.#stop('failed', error))
  }

  /** Resolves when the disk keeps up; undefined if it does. */
  get hasRoom(): Promise<void> | undefined {
    return this.#hasRoom
  }

  /** the rest of the session is not recorded */
  get isCut(): boolean {
    return this.#cut !== null
  }

  output(data: Uint8Array): void {
    const text = this.#decoder.decode(data, { stream: true })
    if (text) this.#write('o', text)
  }

  resize(rows: number, cols: number): void {
    this.#write('r', `${cols}x${rows}`)
  }

  async close(): Promise<CastEnd> {
    this.#file.end()
    await finished(this.#file).catch(() => {})
    return { durationMs: this.#durationMs, bytes: this.#bytes, cut: this.#cut }
  }

  #write(kind: 'o' | 'r', text: string): void {
    if (this.#cut) return
    const elapsed = this.#elapsed()
    const line = Buffer.from(`${JSON.stringify([elapsed / 1000, kind, text])}\n`)
    if (this.#bytes + line.length > this.#maxBytes) {
      this.#stop('size_limit')
      return
    }
    this.#bytes += line.length
    this.#durationMs = elapsed
    if (this.#file.write(line) || this.#hasRoom) return
    this.#hasRoom = new Promise((resolve) => {
      const onRoom = () => {
        this.#hasRoom = undefined
        resolve()
      }
      this.#file.once('drain', onRoom).once('close', onRoom)
    })
  }

  #stop(cut: Cut, error?: Error): void {
    if (this.#cut) return
    this.#cut = cut
    this.#onCut(cut, error)
  }
}

/** More than the longest line. */
const tailBytes = 1024 * 1024
const newline = 0x0a

/** Cuts off a line that was not completed, because its writer was killed. */
export async function repairCast(path: string): Promise<Omit<CastEnd, 'cut'>> {
  await using file = await open(path, 'r+')
  const { size } = await file.stat()
  const start = Math.max(0, size - tailBytes)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start)
  const lines = buffer.subarray(0, buffer.subarray(0, bytesRead).lastIndexOf(newline) + 1)
  const bytes = start + lines.length
  if (bytes < size) await file.truncate(bytes)
  const [, seconds] = /\n\[([\d.]+),[^\n]*\n$/.exec(lines.toString()) ?? []
  return { durationMs: Math.round(Number(seconds ?? 0) * 1000), bytes }
}
