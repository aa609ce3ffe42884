import { CodedError, type CodedText, text } from '@svc/plugin-sdk'
import { excerpt } from '../check-type.ts'
import type { LimitedStream } from './limited-stream.ts'

/** How the connection is encrypted; undefined: not at all. */
export interface Encryption {
  /** in PEM */
  readonly ca?: string
  /** false: any certificate is accepted */
  readonly rejectUnauthorized: boolean
}

/** What a client needs for one query. */
export interface QueryRun {
  readonly stream: LimitedStream
  /** the configured one: certificates are verified against it */
  readonly host: string
  readonly port: number
  readonly encryption: Encryption | undefined
  readonly username: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
  /** undefined: the simplest one */
  readonly query: string | undefined
  readonly timeoutMs: number
}

/** The first value of the result; null if it is that, or undefined without rows. */
export interface QueryResult {
  readonly value: string | null | undefined
  /** at most `maxRows` */
  readonly rows: number
}

/** Runs one query on a connection, which it leaves open. Throws `DatabaseError` for what the database says. */
export type RunQuery = (run: QueryRun) => Promise<QueryResult>

/** Further rows are not read. */
export const maxRows = 1000

/** The database rejected something. */
export class DatabaseError extends CodedError {}

const maxReasonLength = 200

export const loginFailed: CodedText = text('monitors.LOGIN_FAILED')
export const databaseMissing: CodedText = text('monitors.DATABASE_MISSING')
export const noEncryption: CodedText = text('monitors.NO_ENCRYPTION')
export const queryFailed = (reason: string): CodedText =>
  text('monitors.QUERY_FAILED', { reason: excerpt(reason.replace(/\s+/g, ' ').trim(), maxReasonLength) })
