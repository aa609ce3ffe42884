import { noteServerTime } from '../server-clock.ts'
import { ApiError } from './api-error.ts'

/** The methods of the API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Query string members; undefined and empty ones are left out. */
export type Search = Readonly<Record<string, string | number | boolean | undefined | null>>

interface Options {
  readonly search?: Search
  readonly signal?: AbortSignal
  /** a refusal is an answer here (wrong password), it says nothing about the session */
  readonly anonymous?: boolean
}

type Turn = 'session_lost' | 'password_change_required' | 'in_doubt'
const listeners = new Set<(turn: Turn) => void>()

/** Calls back when the session ended, the password must be changed first, or the server should be asked again. */
export function onSessionChange(listener: (turn: Turn) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session may have ended or changed, and no answer says which: the shell asks the server. */
export function recheckSession(): void {
  for (const listener of listeners) listener('in_doubt')
}

export function withSearch(path: string, search: Search = {}): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

function failureOf(response: Response, body: unknown): ApiError {
  const error = (body as { error?: { code?: unknown; message?: unknown; details?: unknown } } | null)?.error
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined
  if (typeof error?.code !== 'string') {
    return new ApiError(response.status, 'BAD_ANSWER', `status ${response.status}`, { retryAfter })
  }
  const message = typeof error.message === 'string' ? error.message : error.code
  return new ApiError(response.status, error.code, message, { details: error.details, retryAfter })
}

function turnOf({ status, code }: ApiError): Turn | undefined {
  if (code === 'MUST_CHANGE_PASSWORD') return 'password_change_required'
  return status === 401 ? 'session_lost' : undefined
}

async function ask(method: Method, path: string, body: unknown, { search, signal }: Options): Promise<Response> {
  const asked = Date.now()
  try {
    const response = await fetch(withSearch(path, search), {
      method,
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    })
    noteServerTime(response.headers.get('date'), asked, Date.now())
    return response
  } catch (cause) {
    throw signal?.aborted ? cause : noAnswer()
  }
}

const noAnswer = () => new ApiError(0, 'NETWORK', 'no answer from the server')

/** The failure that an answer is; what it says about the session is passed on. */
function refused(response: Response, answer: unknown, anonymous = false): ApiError {
  const failure = failureOf(response, answer)
  const turn = anonymous ? undefined : turnOf(failure)
  if (turn) for (const listener of listeners) listener(turn)
  return failure
}

const readJson = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

/** Calls the server and returns `data` of the envelope, undefined when it answers with nothing. Throws `ApiError`. */
export async function api<T>(method: Method, path: string, body?: unknown, options: Options = {}): Promise<T> {
  const response = await ask(method, path, body, options)
  if (response.status === 204) return undefined as T
  const answer = await readJson(response)
  if (response.ok && typeof answer === 'object' && answer !== null && 'data' in answer) return answer.data as T
  throw refused(response, answer, options.anonymous)
}

/** Reads `path` without looking at what it is answered with. Throws `ApiError`. */
export async function apiBytes(path: string, options: Pick<Options, 'search' | 'signal'> = {}): Promise<ArrayBuffer> {
  const response = await ask('GET', path, undefined, options)
  if (!response.ok) throw refused(response, await readJson(response))
  try {
    return await response.arrayBuffer()
  } catch (cause) {
    throw options.signal?.aborted ? cause : noAnswer()
  }
}
