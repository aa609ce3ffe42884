import { dirname } from 'node:path'
import { ensureFolder } from '@svc/config'
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { PermanentError, reasonOf } from './boot-error.ts'
import { redact, redactUrl } from './redact.ts'

export interface LogOptions {
  readonly level: string
  /** also written to this file, when not empty */
  readonly file: string
  /** where records go instead of standard output */
  readonly stream?: DestinationStream | undefined
}

/** Characters that wait while nothing can be written; what is beyond is dropped. */
const maxLength = 1_000_000

/** A full disk must not end the program, so a line that cannot be written waits, or is dropped. */
function ignoreErrors(to: ReturnType<typeof pino.destination>): DestinationStream {
  to.on('error', () => {})
  return {
    write(line) {
      try {
        to.write(line)
      } catch {}
    },
  }
}

interface Destination {
  readonly console: DestinationStream
  readonly stream: DestinationStream
  reopen(): void
  close(): void
}

/** Writes are synchronous, so that nothing is lost when the process ends. A pino `transport` would need a worker file. */
function destination({ file, stream }: LogOptions): Destination {
  const console = stream ?? ignoreErrors(pino.destination({ fd: 1, sync: true, maxLength }))
  if (!file) return { console, stream: console, reopen: () => {}, close: () => {} }
  try {
    ensureFolder(dirname(file))
    const disk = pino.destination({ dest: file, append: true, sync: true, maxLength, mode: 0o600 })
    return {
      console,
      stream: pino.multistream([
        { stream: console, level: 0 },
        { stream: ignoreErrors(disk), level: 0 },
      ]),
      reopen: () => disk.reopen(),
      close: () => disk.end(),
    }
  } catch (error) {
    throw new PermanentError(`the log file ${file} cannot be written: ${reasonOf(error)}`)
  }
}

/** The log of the program. */
export interface Log {
  /** JSON lines without secrets. Plugins get children of it. */
  readonly log: Logger
  /** Writes a line at level error, which no `log.level` hides, to standard output only. */
  announce(sentence: string): void
  /** Opens `log.file` again, after it was rotated. */
  reopen(): void
  close(): void
}

export function openLog(options: LogOptions): Log {
  const { console, stream, reopen, close } = destination(options)
  const format: LoggerOptions = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: (fields) => redact(fields) as Record<string, unknown> },
    serializers: {
      // Already redacted and serialized.
      err: (error: unknown) => error,
      req: (request: { method?: string; url?: string; ip?: string }) => ({
        method: request.method,
        url: redactUrl(request.url ?? ''),
        ip: request.ip,
      }),
    },
  }
  return {
    log: pino(format, stream),
    announce: (sentence) => pino(format, console).error(sentence),
    reopen,
    close,
  }
}
