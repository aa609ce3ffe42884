import { ApiError, notFound } from '@svc/plugin-sdk'
import type { Failure } from '@svc/protocol'

const detail = (code: string, params: object = {}) => ({ details: { code: `enrollment.${code}`, params } })

/** Also for a hidden server: for members it does not exist. */
export const serverNotFound = () => notFound('there is no such server')

export const serverOffline = () => new ApiError(404, 'NOT_FOUND', 'the server is offline', detail('SERVER_OFFLINE'))

export const agentDisconnected = () =>
  new ApiError(404, 'NOT_FOUND', 'the agent disconnected before it responded', detail('AGENT_DISCONNECTED'))

export const capabilityDenied = (capability: string, reason: string) =>
  new ApiError(403, 'FORBIDDEN', reason, detail('CAPABILITY_DENIED', { capability, reason }))

export const agentTimeout = (seconds: number) =>
  new ApiError(
    504,
    'AGENT_TIMEOUT',
    `the agent did not respond within ${seconds} s`,
    detail('AGENT_TIMEOUT', { seconds }),
  )

export const tooManyRequests = (max: number) =>
  new ApiError(
    429,
    'TOO_MANY_REQUESTS',
    `at most ${max} requests to one agent at a time`,
    detail('TOO_MANY_AGENT_REQUESTS', { max }),
  )

export const invalidResponse = () =>
  new ApiError(502, 'AGENT_RESPONSE_INVALID', 'the agent sent an invalid response', detail('AGENT_RESPONSE_INVALID'))

export const streamStalled = () =>
  new ApiError(504, 'AGENT_STREAM_STALLED', 'the stream was not read for too long', detail('AGENT_STREAM_STALLED'))

export const frameTooLarge = (maxBytes: number) =>
  new ApiError(
    413,
    'PAYLOAD_TOO_LARGE',
    `a message to an agent has at most ${maxBytes} bytes`,
    detail('AGENT_FRAME_TOO_LARGE', { maxBytes }),
  )

const statuses = {
  denied: [403, 'FORBIDDEN'],
  invalid: [400, 'BAD_REQUEST'],
  failed: [400, 'BAD_REQUEST'],
  not_found: [404, 'NOT_FOUND'],
  conflict: [409, 'CONFLICT'],
  unavailable: [503, 'AGENT_UNAVAILABLE'],
} as const

/** The agent responded with an error. */
export function agentFailed({ reason, code }: Failure) {
  const [status, name] = statuses[code]
  return new ApiError(status, name, reason, detail('AGENT_FAILED', { reason, code }))
}
