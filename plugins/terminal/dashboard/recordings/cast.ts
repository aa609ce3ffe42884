import type { Size } from '../session-connection.ts'

export interface CastEvent {
  /** milliseconds since the beginning */
  readonly at: number
  /** output, or a new size of the window */
  readonly change: string | Size
}

/** A recorded session. */
export interface Cast {
  readonly size: Size
  readonly events: readonly CastEvent[]
  readonly durationMs: number
}

function parseSize(text: string): Size | undefined {
  const [, cols, rows] = /^(\d{1,4})x(\d{1,4})$/.exec(text) ?? []
  return cols && rows ? { rows: Number(rows), cols: Number(cols) } : undefined
}

function parseEvent(line: string): CastEvent | undefined {
  let event: unknown
  try {
    event = JSON.parse(line)
  } catch {
    // The end of a file that is still being written.
    return undefined
  }
  const [seconds, kind, text] = Array.isArray(event) ? event : []
  if (typeof seconds !== 'number' || typeof text !== 'string') return undefined
  const change = kind === 'o' ? text : kind === 'r' ? parseSize(text) : undefined
  return change === undefined ? undefined : { at: seconds * 1000, change }
}

/** Reads asciicast v2. Throws if the text is something else. */
export function parseCast(text: string): Cast {
  const [first = '', ...lines] = text.split('\n')
  const header = JSON.parse(first) as { version?: unknown; width?: unknown; height?: unknown }
  const size = parseSize(`${header.width}x${header.height}`)
  if (header.version !== 2 || !size) throw new Error('not an asciicast v2 file')
  const events = lines.map(parseEvent).filter((event) => event !== undefined)
  return { size, events, durationMs: events.at(-1)?.at ?? 0 }
}
