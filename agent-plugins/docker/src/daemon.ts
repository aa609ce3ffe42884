import type { IncomingMessage } from 'node:http'
import { RequestError } from '@svc/agent-sdk'
import { plainText } from '@svc/protocol'

/** The daemon answered with an error, for example 404 for an unknown container. */
export class DaemonError extends Error {
  override readonly name = 'DaemonError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The daemon cannot be reached, does not answer, or is none. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

const codes: Readonly<Record<number, 'invalid' | 'not_found' | 'conflict'>> = {
  400: 'invalid',
  404: 'not_found',
  409: 'conflict',
}

/** What a handler throws for an error of the daemon. */
export function toRequestError(error: unknown): unknown {
  if (error instanceof DaemonError) return new RequestError(codes[error.status] ?? 'failed', error.message)
  if (error instanceof UnreachableError) return new RequestError('unavailable', error.message)
  return error
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** Encode what is part of it with `encodeURIComponent`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number>>
  readonly signal: AbortSignal
  /** to the end of the answer, of a stream to its beginning */
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

/** The API of a Docker daemon. No call lasts longer than its timeout, no answer is larger than its limit. */
export interface Daemon {
  readonly socket: string
  /** The JSON answer of a call; undefined if it has none. */
  call(call: Call): Promise<unknown>
  /** The bytes of an endless answer. Aborted by its signal; rejects if nothing begins within the timeout. */
  open(call: Call): Promise<IncomingMessage>
}

const defaultMaxBytes = 8 * 1024 * 1024
const maxMessageBytes = 16 * 1024
const maxMessageLength = 1000

/** The transport of dockerode. */
interface Modem {
  dial(
    options: {
      method: string
      path: string
      options: object
      isStream: true
      statusCodes: Readonly<Record<number, true>>
      abortSignal: AbortSignal
    },
    done: (error: Error | null, response: IncomingMessage) => void,
  ): void
}

/** All of them: dockerode reads errors without a limit, so they are read here. */
const anyStatus = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [n + 100, true as const]))

/** Not with `DOCKER_HOST`, which may name another host. */
const local = { host: undefined, protocol: 'http' } as const

async function loadModem(socketPath: string): Promise<Modem> {
  const { default: Docker } = await import('dockerode')
  return new Docker({ ...local, socketPath }).modem as Modem
}

/** Not with `for await`, which takes twice the time of everything else for a short answer. */
function read(response: IncomingMessage, maxBytes: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes <= maxBytes) return
    reject(new UnreachableError(`the answer of the daemon is larger than ${maxBytes} bytes`))
    response.destroy()
  })
  response.on('end', () => resolve(Buffer.concat(chunks).toString()))
  response.on('error', reject)
  response.on('close', () => reject(new UnreachableError('the connection to the daemon ended')))
  return promise
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreachableError('it is no Docker daemon: its answer is not JSON')
  }
}

function messageOf(text: string, status: number): string {
  try {
    const { message } = JSON.parse(text)
    if (typeof message === 'string' && message) return plainText(message.trim(), maxMessageLength)
  } catch {
    // not the daemon's own error
  }
  return `the daemon answered with status ${status}`
}

/** The daemon at this socket. Its library is loaded with the first call. */
export function makeDaemon(socket: string, callTimeoutMs = 10_000): Daemon {
  let modem: Promise<Modem> | undefined

  function dial(client: Modem, { method = 'GET', path, query = {} }: Call, signal: AbortSignal) {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const options = { method, path: `${path}?`, options: { _query: query, _body: {} }, abortSignal: signal }
    client.dial({ ...options, isStream: true, statusCodes: anyStatus }, (error, response) => {
      if (error) return reject(error)
      // Readers see errors as well; without a reader they would end the process.
      response.on('error', () => {})
      resolve(response)
    })
    return promise
  }

  /** Runs one exchange with its timeout, and names the failure. */
  async function limited<T>(call: Call, run: (response: IncomingMessage) => Promise<T> | T): Promise<T> {
    const { signal, timeoutMs = callTimeoutMs } = call
    modem ??= loadModem(socket)
    const client = await modem
    signal.throwIfAborted()
    // One signal for both, because a combined one takes more time than the call.
    const over = new AbortController()
    const abort = () => over.abort()
    let hasTimedOut = false
    const timer = setTimeout(() => {
      hasTimedOut = true
      abort()
    }, timeoutMs)
    signal.addEventListener('abort', abort)
    const release = () => signal.removeEventListener('abort', abort)
    try {
      const response = await dial(client, call, over.signal)
      response.on('close', release)
      const status = response.statusCode ?? 0
      if (status >= 400) throw new DaemonError(status, messageOf(await read(response, maxMessageBytes), status))
      return await run(response)
    } catch (error) {
      release()
      signal.throwIfAborted()
      if (hasTimedOut) throw new UnreachableError(`the daemon did not answer within ${timeoutMs / 1000} s`)
      if (error instanceof DaemonError || error instanceof UnreachableError) throw error
      const { code, message } = error as NodeJS.ErrnoException
      throw new UnreachableError(`the connection to the daemon failed: ${code ?? message}`, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    socket,
    call: (call) =>
      limited(call, async (response) => {
        const text = await read(response, call.maxBytes ?? defaultMaxBytes)
        return text.trim() === '' ? undefined : parse(text)
      }),
    open: (call) => limited(call, (response) => response),
  }
}
