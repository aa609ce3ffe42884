import { dirname } from 'node:path'
import { ensureFolder } from '@svc/config'
import { pino } from 'pino'
import { Refusal, reasonOf } from './refusal.ts'

const secrets = ['token', 'enrollment_code', 'code', 'authorization', 'proposed_run_token', 'password', 'secret']

/** The root logger. Lines are written at once, so that the last words of a dying agent are there. */
export function makeLog({ level, file }: { level: string; file: string }) {
  try {
    if (file) ensureFolder(dirname(file))
    const destination = pino.destination({ dest: file || 1, sync: true })
    const redact = { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' }
    const formatters = { level: (label: string) => ({ level: label }) }
    const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters, redact }, destination)
    return { log, reopen: () => destination.reopen() }
  } catch (error) {
    throw new Refusal(`log.file ${file} cannot be written: ${reasonOf(error)}`)
  }
}
