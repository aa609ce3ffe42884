import { isIP } from 'node:net'
import { text } from '@svc/plugin-sdk'
import type { QueryError } from 'mysql2'
import {
  DatabaseError,
  databaseMissing,
  loginFailed,
  maxRows,
  noEncryption,
  queryFailed,
  type RunQuery,
} from './client.ts'

const login = new Set(['ER_ACCESS_DENIED_ERROR', 'ER_DBACCESS_DENIED_ERROR', 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR'])

function toFailure(error: unknown): unknown {
  const { code, sqlState, message } = error as Partial<QueryError>
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') return new DatabaseError(noEncryption)
  // The code of the TLS library is lost.
  if (code === 'HANDSHAKE_SSL_ERROR') return new DatabaseError(text('monitors.TLS_FAILED', { reason: message ?? code }))
  if (!sqlState || !code) return error
  if (login.has(code)) return new DatabaseError(loginFailed)
  return new DatabaseError(code === 'ER_BAD_DB_ERROR' ? databaseMissing : queryFailed(message ?? code))
}

/** Runs a query of MySQL or MariaDB in a transaction that may only read. */
export const runMysqlQuery: RunQuery = async (run) => {
  const { stream, host, port, username, password, database, query = 'SELECT 1', encryption, timeoutMs } = run
  // The client compares the name of the certificate with names only.
  if (encryption?.rejectUnauthorized && isIP(host) !== 0) throw new DatabaseError(text('monitors.NAME_NEEDED'))
  const { createConnection } = (await import('mysql2')).default
  const connection = createConnection({
    stream: () => stream,
    host,
    port,
    user: username,
    password: password ?? '',
    database,
    // The database must not ask for files of this host.
    flags: ['-LOCAL_FILES'],
    disableEval: true,
    connectTimeout: timeoutMs,
    ...(encryption && { ssl: { ...encryption, verifyIdentity: encryption.rejectUnauthorized } }),
  })
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  connection.on('error', lost.reject)
  const execute = (sql: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    connection.query(sql, (error) => (error ? reject(error) : resolve()))
    return promise
  }
  const readRows = async () => {
    const connected = Promise.withResolvers<void>()
    connection.connect((error) => (error ? connected.reject(error) : connected.resolve()))
    await connected.promise
    // MySQL and MariaDB name it differently.
    await execute(`SET SESSION max_execution_time = ${timeoutMs}`).catch(() =>
      execute(`SET SESSION max_statement_time = ${timeoutMs / 1000}`),
    )
    await execute('START TRANSACTION READ ONLY')
    const { promise, resolve, reject } = Promise.withResolvers<readonly (string | null)[][]>()
    const rows: (string | null)[][] = []
    connection
      .query({ sql: query, rowsAsArray: true, typeCast: (field) => field.string() })
      .on('result', (row: unknown) => {
        // Statements without a result set report what they changed.
        if (Array.isArray(row)) rows.push(row)
        if (rows.length === maxRows) resolve(rows)
      })
      .on('error', reject)
      .on('end', () => resolve(rows))
    return promise
  }
  try {
    const rows = await Promise.race([readRows(), lost.promise])
    return { value: rows.length === 0 ? undefined : (rows[0]?.[0] ?? null), rows: rows.length }
  } catch (error) {
    throw toFailure(error)
  }
}
