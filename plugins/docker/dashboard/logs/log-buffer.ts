import type { LogEntry } from '../../src/wire.ts'

/** A line of the log, or a mark that lines are missing. */
export interface LogLine {
  /** counts up; never reused */
  readonly seq: number
  /** RFC 3339 with nanoseconds; null without one */
  readonly timestamp: string | null
  readonly stream: string
  /** with escape sequences */
  readonly text: string
  /** lines that are missing here because they came too fast; then there is no text */
  readonly dropped?: number
}

/** An immutable view of the buffer. */
export interface LogSnapshot {
  readonly lines: readonly LogLine[]
  /** how many were removed because the buffer was full */
  readonly removed: number
  /** how many the agent or the server left out */
  readonly dropped: number
}

export const maxLines = 5000
/** A longer line is cut, so that one line cannot stop the browser. */
const maxLineLength = 16_384

export const emptyLog: LogSnapshot = { lines: [], removed: 0, dropped: 0 }

/** The last lines of a log. Text without a line break is continued by the next text of its stream. */
export class LogBuffer {
  #lines: LogLine[] = []
  #seq = 0
  #removed = 0
  #dropped = 0
  /** the unfinished line of each stream */
  readonly #open = new Map<string, LogLine>()
  #lastTimestamp: string | undefined
  #isResuming = false

  /** of the newest entry; to continue there after a reconnect */
  get lastTimestamp(): string | undefined {
    return this.#lastTimestamp
  }

  /** The connection was lost: what comes next may repeat the end of what is here. */
  resume(): void {
    this.#isResuming = true
  }

  clear(): void {
    this.#lines = []
    this.#removed = 0
    this.#dropped = 0
    this.#open.clear()
  }

  add(entries: readonly LogEntry[], dropped = 0): void {
    if (dropped > 0) {
      this.#dropped += dropped
      this.#push({ timestamp: null, stream: 'stdout', text: '', dropped })
    }
    for (const entry of entries) if (!this.#isRepeated(entry)) this.#addEntry(entry)
    const excess = this.#lines.length - maxLines
    if (excess <= 0) return
    this.#lines = this.#lines.slice(excess)
    this.#removed += excess
  }

  snapshot(): LogSnapshot {
    return { lines: [...this.#lines], removed: this.#removed, dropped: this.#dropped }
  }

  /** Timestamps of the daemon have a fixed width, so they can be compared as text. */
  #isRepeated({ timestamp }: LogEntry): boolean {
    if (this.#isResuming && timestamp && this.#lastTimestamp && timestamp <= this.#lastTimestamp) return true
    this.#isResuming = false
    if (timestamp && (!this.#lastTimestamp || timestamp > this.#lastTimestamp)) this.#lastTimestamp = timestamp
    return false
  }

  #addEntry({ timestamp = null, stream, message }: LogEntry) {
    const isComplete = message.endsWith('\n')
    const text = isComplete ? message.slice(0, -1) : message
    const open = this.#open.get(stream)
    this.#open.delete(stream)
    const at = open ? this.#lines.findLastIndex(({ seq }) => seq === open.seq) : -1
    let line: LogLine
    if (open && at >= 0) {
      line = { ...open, text: cut(open.text + text) }
      this.#lines[at] = line
    } else {
      line = this.#push({ timestamp, stream, text: cut(text) })
    }
    if (!isComplete) this.#open.set(stream, line)
  }

  #push(line: Omit<LogLine, 'seq'>): LogLine {
    const added = { seq: this.#seq++, ...line }
    this.#lines.push(added)
    return added
  }
}

const cut = (text: string) => (text.length > maxLineLength ? `${text.slice(0, maxLineLength)}…` : text)
