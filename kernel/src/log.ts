import { dirname } from 'node:path'
import { ensureFolder } from '@svc/config'
import pino, { type DestinationStream, type Logger } from 'pino'
import { BootError, reasonOf } from './boot-error.ts'
import { redact, redactUrl } from './redact.ts'

export interface LogOptions {
  readonly level: string
  /** also written to this file, when not empty */
  readonly file: string
  /** where records go instead of standard output */
  readonly stream?: DestinationStream | undefined
}

/** A full disk must not end the program, so a line that cannot be written is dropped. */
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

/** Writes are synchronous, so that nothing is lost when the process ends. A pino `transport` would need a worker file. */
function destination({ file, stream }: LogOptions): { stream: DestinationStream; close(): void } {
  const output = stream ?? ignoreErrors(pino.destination({ fd: 1, sync: true }))
  if (!file) return { stream: output, close: () => {} }
  try {
    ensureFolder(dirname(file))
    // The file contains the first admin password.
    const disk = pino.destination({ dest: file, append: true, sync: true, mode: 0o600 })
    return {
      stream: pino.multistream([
        { stream: output, level: 0 },
        { stream: ignoreErrors(disk), level: 0 },
      ]),
      close: () => disk.end(),
    }
  } catch (error) {
    throw new BootError(`the log file ${file} cannot be written: ${reasonOf(error)}`)
  }
}

/** The program's log: JSON lines without secrets. Plugins get children of it. */
export function openLog(options: LogOptions): { log: Logger; close(): void } {
  const { stream, close } = destination(options)
  const log = pino(
    {
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
    },
    stream,
  )
  return { log, close }
}
