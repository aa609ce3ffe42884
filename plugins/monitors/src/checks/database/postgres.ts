import { isIP } from 'node:net'
import {
  DatabaseError,
  databaseMissing,
  loginFailed,
  maxRows,
  noEncryption,
  queryFailed,
  type RunQuery,
} from './client.ts'

/** SQLSTATE codes. */
const login = new Set(['28000', '28P01'])
const missing = new Set(['3D000'])

function toFailure(error: unknown): unknown {
  const { code, severity, message } = error as { code?: unknown; severity?: unknown; message: string }
  if (/does not support SSL/.test(message)) return new DatabaseError(noEncryption)
  if (typeof severity !== 'string' || typeof code !== 'string') return error
  if (login.has(code)) return new DatabaseError(loginFailed)
  return new DatabaseError(missing.has(code) ? databaseMissing : queryFailed(message))
}

/** Runs a query of PostgreSQL in a transaction that may only read. */
export const runPostgresQuery: RunQuery = async (run) => {
  const { stream, host, port, username, password, database, query = 'SELECT 1', encryption, timeoutMs } = run
  const { Client, Query } = (await import('pg')).default
  const client = new Client({
    stream: () => stream,
    host,
    port,
    user: username,
    // A function, so that it never falls back to the environment or the password file of this host.
    password: () => password ?? '',
    database: database ?? username,
    application_name: 'svc',
    ssl: encryption ? { ...encryption, ...(isIP(host) === 0 && { servername: host }) } : false,
  })
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  client.on('error', lost.reject)
  const readRows = async () => {
    await client.connect()
    await client.query('BEGIN READ ONLY')
    await client.query(`SET LOCAL statement_timeout = ${timeoutMs}`)
    const { promise, resolve, reject } = Promise.withResolvers<readonly (string | null)[][]>()
    const rows: (string | null)[][] = []
    // The extended protocol allows one statement only. Values stay as the database writes them.
    const config = { text: query, rowMode: 'array', queryMode: 'extended', types: { getTypeParser: () => String } }
    client
      .query(new Query(config))
      .on('row', (row: unknown) => {
        rows.push(row as (string | null)[])
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
