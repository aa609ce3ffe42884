import { loadCodedTexts } from '../coded-text.ts'
import { noteServerTime } from '../server-clock.ts'
import { ApiError } from './api-error.ts'
import { codedTextsOf } from './error-text.ts'
import { dropFirstAnswers, takeFirstAnswer } from './first-answers.ts'

/** The methods of the API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Query string members; undefined and empty ones are left out. */
export type Search = Readonly<Record<string, string | number | boolean | undefined | null>>

interface Options {
  readonly search?: Search
  readonly signal?: AbortSignal
  /** a 401 or 403 is an expected response here (wrong password), not a sign that the session ended */
  readonly anonymous?: boolean
}

type SessionChange = 'session_lost' | 'password_change_required' | 'in_doubt'
const listeners = new Set<(change: SessionChange) => void>()

/** Notifies when the session ended, the password must be changed first, or the session must be checked again. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks the shell to check the session again: it may have ended or changed. */
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

function toApiError(response: Response, body: unknown): ApiError {
  const error = (body as { error?: { code?: unknown; message?: unknown; details?: unknown } } | null)?.error
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined
  if (typeof error?.code !== 'string') {
    return new ApiError(response.status, 'BAD_ANSWER', `status ${response.status}`, { retryAfter })
  }
  const message = typeof error.message === 'string' ? error.message : error.code
  return new ApiError(response.status, error.code, message, { details: error.details, retryAfter })
}

function sessionChangeOf({ status, code }: ApiError): SessionChange | undefined {
  if (code === 'MUST_CHANGE_PASSWORD') return 'password_change_required'
  return status === 401 ? 'session_lost' : undefined
}

async function send(method: Method, path: string, body: unknown, { search, signal }: Options): Promise<Response> {
  const sentAt = Date.now()
  // The browser adds the content type of a form, with its boundary.
  const isJson = body !== undefined && !(body instanceof FormData)
  try {
    const response = await fetch(withSearch(path, search), {
      method,
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...(isJson ? { 'content-type': 'application/json' } : {}) },
      body: isJson ? JSON.stringify(body) : ((body as FormData | undefined) ?? null),
      signal: signal ?? null,
    })
    noteServerTime(response.headers.get('date'), sentAt, Date.now())
    return response
  } catch (cause) {
    throw signal?.aborted ? cause : networkError()
  }
}

const networkError = () => new ApiError(0, 'NETWORK', 'no response from the server')

/** Converts an error response with its texts, and notifies the session listeners unless the request was anonymous. */
async function readError(response: Response, body: unknown, anonymous = false): Promise<ApiError> {
  const error = toApiError(response, body)
  const change = anonymous ? undefined : sessionChangeOf(error)
  if (change) for (const listener of listeners) listener(change)
  await loadCodedTexts(codedTextsOf(error))
  return error
}

const readJson = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

async function readData<T>(response: Response, anonymous?: boolean): Promise<T> {
  if (response.status === 204) return undefined as T
  const json = await readJson(response)
  if (response.ok && typeof json === 'object' && json !== null && 'data' in json) return json.data as T
  throw await readError(response, json, anonymous)
}

/** A response, and the address of the next page if the list goes on. */
export interface ApiPage<T> {
  readonly data: T
  readonly next: string | undefined
}

/** Reads a page of a list; the server names the next one in the `Link` header. Throws `ApiError`. */
export async function apiPage<T>(path: string, options: Pick<Options, 'search' | 'signal'> = {}): Promise<ApiPage<T>> {
  const response = await send('GET', path, undefined, options)
  const [, next] = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  return { data: await readData<T>(response), next }
}

/** Calls the server and returns `data` of the envelope, or undefined for an empty response. Throws `ApiError`. */
export async function api<T>(method: Method, path: string, body?: unknown, options: Options = {}): Promise<T> {
  const first = method === 'GET' ? takeFirstAnswer(withSearch(path, options.search)) : undefined
  if (first !== undefined) return (first as { readonly data: T }).data
  if (method !== 'GET') dropFirstAnswers()
  return readData(await send(method, path, body, options), options.anonymous)
}

/** Reads `path` as raw bytes. Throws `ApiError`. */
export async function apiBytes(path: string, options: Pick<Options, 'search' | 'signal'> = {}): Promise<ArrayBuffer> {
  const response = await send('GET', path, undefined, options)
  if (!response.ok) throw await readError(response, await readJson(response))
  try {
    return await response.arrayBuffer()
  } catch (cause) {
    throw options.signal?.aborted ? cause : networkError()
  }
}
