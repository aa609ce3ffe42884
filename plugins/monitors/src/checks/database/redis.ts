import { isIP } from 'node:net'
import { connect } from 'node:tls'
import {
  DatabaseError,
  databaseMissing,
  loginFailed,
  maxRows,
  type QueryRun,
  queryFailed,
  type RunQuery,
} from './client.ts'

/** Commands that only read. */
export const redisCommands: readonly string[] = [
  ...['PING', 'GET', 'STRLEN', 'EXISTS', 'TTL', 'TYPE', 'DBSIZE', 'INFO', 'LASTSAVE', 'LLEN', 'LINDEX', 'LRANGE'],
  ...['HGET', 'HLEN', 'HEXISTS', 'SCARD', 'SISMEMBER', 'ZCARD', 'ZCOUNT', 'ZSCORE', 'XLEN'],
]

/** The words of a command; quotes hold together what contains spaces. */
export const commandWords = (command: string): readonly string[] =>
  [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  )

function toFailure(error: unknown): unknown {
  const { name, message } = error as Error
  if (name !== 'ReplyError') return error
  if (/^(?:NOAUTH|WRONGPASS|ERR AUTH|ERR invalid password)/.test(message)) return new DatabaseError(loginFailed)
  return new DatabaseError(/DB index is out of range/.test(message) ? databaseMissing : queryFailed(message))
}

function encrypted({ stream, host, encryption }: QueryRun) {
  if (!encryption) return stream
  const secure = connect({ socket: stream, ...encryption, host, ...(isIP(host) === 0 && { servername: host }) })
  stream.once('close', () => secure.destroy())
  return secure
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : Buffer.isBuffer(value) ? value.toString() : String(value)

/** Runs a command of Redis, Valkey or another server that speaks its protocol. */
export const runRedisQuery: RunQuery = async (run) => {
  const { username, password, database, query = 'PING', timeoutMs } = run
  const { Redis } = (await import('ioredis')).default
  const socket = encrypted(run)
  class OpenConnector {
    connect = async () => socket
    check = () => true
    disconnect = () => void socket.end()
  }
  const redis = new Redis({
    Connector: OpenConnector as never,
    lazyConnect: true,
    protocol: 2,
    enableReadyCheck: false,
    disableClientInfo: true,
    maxRetriesPerRequest: 0,
    connectTimeout: timeoutMs,
    retryStrategy: () => null,
  })
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  redis.on('error', lost.reject)
  socket.once('error', lost.reject)
  const read = async () => {
    await redis.connect()
    if (password !== undefined) await redis.call('AUTH', ...(username === undefined ? [] : [username]), password)
    if (database !== undefined) await redis.call('SELECT', database)
    const [command = 'PING', ...values] = commandWords(query)
    return redis.call(command, ...values)
  }
  try {
    const reply: unknown = await Promise.race([read(), lost.promise])
    const rows = Array.isArray(reply) ? reply.slice(0, maxRows) : reply === null ? [] : [reply]
    return { value: rows.length === 0 ? undefined : textOf(rows[0]), rows: rows.length }
  } catch (error) {
    throw toFailure(error)
  } finally {
    redis.disconnect()
  }
}
