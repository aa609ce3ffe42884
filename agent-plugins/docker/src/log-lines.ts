import type { LogEntry } from '@svc/plugin-docker/wire'

/** A longer line is cut. The daemon itself sends long lines in parts of 16 KiB. */
const defaultMaxBytes = 64 * 1024

const headerBytes = 8
const streams: Readonly<Record<number, string>> = { 0: 'stdin', 1: 'stdout', 2: 'stderr', 3: 'stderr' }
const newline = 10
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d) /
/** `2026-01-01T00:00:00.123456789+00:00 ` */
const maxTimeBytes = 36

/** The length of the timestamp with its space at the start of `bytes`; 0 if there is none. */
const timeLength = (bytes: Buffer, start: number): number =>
  timePattern.exec(bytes.toString('latin1', start, start + maxTimeBytes))?.[0].length ?? 0

/** A line of one stream that is not complete yet. */
class Line {
  readonly #parts: Buffer[] = []
  readonly #max: number
  #bytes = 0
  #omitted = 0

  constructor(max: number) {
    this.#max = max
  }

  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  add(part: Buffer): void {
    const room = Math.max(this.#max - this.#bytes, 0)
    // A copy: the chunk would stay in memory as a whole.
    if (room > 0) this.#parts.push(Buffer.from(part.subarray(0, room)))
    this.#bytes += Math.min(part.length, room)
    this.#omitted += Math.max(part.length - room, 0)
  }

  /** The text, and an empty line again. A cut line ends with a mark that says how much is missing. */
  take(): { bytes: Buffer; mark: string } {
    const mark = this.#omitted > 0 ? `… [${this.#omitted} bytes omitted]\n` : ''
    const bytes = Buffer.concat(this.#parts)
    this.#parts.length = 0
    this.#bytes = 0
    this.#omitted = 0
    return { bytes, mark }
  }
}

/**
 * Turns the bytes of a log into entries. With `tty` they are plain text, otherwise frames of 8 bytes header (stream and
 * size) and content. Frames, lines, timestamps and characters arrive cut anywhere. What is not in frames though it should
 * be is read as plain text.
 */
export class LogLines {
  readonly #emit: (entry: LogEntry) => void
  readonly #max: number
  readonly #lines = new Map<string, Line>()
  #isPlain: boolean
  #header = Buffer.alloc(0)
  #stream = 'console'
  /** bytes of the frame that have not arrived yet */
  #pending = 0
  #isFrameStart = false
  /** the timestamp of a continued line, cut by the end of a chunk */
  #timePart: Buffer | undefined

  constructor({ tty, emit, maxBytes = defaultMaxBytes }: LogLinesOptions) {
    this.#isPlain = tty
    this.#emit = emit
    this.#max = maxBytes
  }

  push(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#isPlain) {
        this.#content(chunk.subarray(at))
        return
      }
      if (this.#pending > 0) {
        const end = Math.min(at + this.#pending, chunk.length)
        this.#pending -= end - at
        this.#framed(chunk.subarray(at, end))
        at = end
      } else at = this.#readHeader(chunk, at)
    }
  }

  /** The log is over: what has no line break is a line as well. */
  end(): void {
    if (this.#timePart) this.#framed(Buffer.alloc(0))
    if (this.#header.length > 0) this.#content(this.#header)
    for (const stream of this.#lines.keys()) this.#finish(stream)
  }

  #readHeader(chunk: Buffer, start: number): number {
    const end = Math.min(start + headerBytes - this.#header.length, chunk.length)
    const header = Buffer.concat([this.#header, chunk.subarray(start, end)])
    const isValid = header.every((byte, index) => (index === 0 ? byte in streams : index > 3 || byte === 0))
    if (!isValid) {
      this.#isPlain = true
      this.#stream = 'console'
      this.#header = Buffer.alloc(0)
      this.#content(header)
    } else if (header.length < headerBytes) {
      this.#header = header
    } else {
      this.#stream = streams[header[0] ?? 1] ?? 'stdout'
      this.#pending = header.readUInt32BE(4)
      this.#isFrameStart = true
      this.#header = Buffer.alloc(0)
    }
    return end
  }

  /** Content of a frame. A frame that continues a line begins with the timestamp again, which is removed. */
  #framed(part: Buffer): void {
    const isContinued = this.#isFrameStart && !(this.#lines.get(this.#stream)?.isEmpty ?? true)
    if (!isContinued) {
      this.#isFrameStart = false
      this.#content(part)
      return
    }
    const start = this.#timePart ? Buffer.concat([this.#timePart, part]) : part
    if (start.length < maxTimeBytes && this.#pending > 0) {
      this.#timePart = Buffer.from(start)
      return
    }
    this.#timePart = undefined
    this.#isFrameStart = false
    this.#content(start.subarray(timeLength(start, 0)))
  }

  #content(content: Buffer): void {
    const stream = this.#stream
    let line = this.#lines.get(stream)
    if (!line) {
      line = new Line(this.#max)
      this.#lines.set(stream, line)
    }
    let start = 0
    while (start < content.length) {
      const end = content.indexOf(newline, start)
      if (end === -1) {
        line.add(content.subarray(start))
        return
      }
      if (line.isEmpty && end - start < this.#max) this.#send(stream, content, start, end + 1, '')
      else {
        line.add(content.subarray(start, end + 1))
        this.#finish(stream)
      }
      start = end + 1
    }
  }

  #finish(stream: string): void {
    const line = this.#lines.get(stream)
    if (!line || line.isEmpty) return
    const { bytes, mark } = line.take()
    this.#send(stream, bytes, 0, bytes.length, mark)
  }

  #send(stream: string, bytes: Buffer, start: number, end: number, mark: string): void {
    const length = timeLength(bytes, start)
    const timestamp = length > 0 ? bytes.toString('latin1', start, start + length - 1) : null
    const text = bytes.toString('utf8', start + length, end)
    // A character may be cut where the line is.
    const message = mark === '' ? text : text.replace(/\uFFFD+$/, '') + mark
    this.#emit({ timestamp, stream, message })
  }
}

export interface LogLinesOptions {
  /** the container has a terminal: one stream, called `console` */
  readonly tty: boolean
  readonly emit: (entry: LogEntry) => void
  readonly maxBytes?: number
}
