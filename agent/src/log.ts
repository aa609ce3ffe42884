import { dirname } from 'node:path'
import { ensureFolder } from '@svc/config'
import { pino } from 'pino'
import { FatalError, reasonOf } from './fatal-error.ts'

const secrets = ['token', 'enrollment_code', 'code', 'authorization', 'proposed_run_token', 'password', 'secret']

/** Characters that wait while nothing can be written; what is beyond is dropped. */
const maxLength = 1_000_000

/** Creates the root logger. Writes synchronously, so that the last lines before a crash are not lost. */
export function makeLog({ level, file }: { level: string; file: string }) {
  try {
    if (file) ensureFolder(dirname(file))
    const destination = pino.destination({ dest: file || 1, sync: true, maxLength })
    // A full disk must not end the program.
    destination.on('error', () => {})
    const redact = { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' }
    const formatters = { level: (label: string) => ({ level: label }) }
    const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters, redact }, destination)
    return { log, reopen: () => destination.reopen() }
  } catch (error) {
    throw new FatalError(`cannot write log.file ${file}: ${reasonOf(error)}`)
  }
}
