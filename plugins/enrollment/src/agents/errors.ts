import { ApiError, conflict, forbidden, notFound } from '@svc/plugin-sdk'

/** Also for a hidden server: for members it does not exist. */
export const serverNotFound = () => notFound('kernel.UNKNOWN_SERVER')

export const serverOffline = () => notFound('kernel.SERVER_OFFLINE')

export const agentDisconnected = () => notFound('enrollment.AGENT_DISCONNECTED')

export const capabilityDenied = (capability: string, reason: string) =>
  forbidden('enrollment.CAPABILITY_DENIED', { capability, reason })

export const agentTimeout = (seconds: number) =>
  new ApiError(504, 'enrollment.AGENT_TIMEOUT', { timeout: { value: seconds, unit: 'duration' } })

export const tooManyRequests = (max: number) =>
  new ApiError(429, 'enrollment.TOO_MANY_AGENT_REQUESTS', { max }, { code: 'TOO_MANY_REQUESTS' })

/** Without an id on the wire there is one request at a time. */
export const agentBusy = () => conflict('enrollment.AGENT_BUSY')

export const invalidResponse = () => new ApiError(502, 'enrollment.AGENT_RESPONSE_INVALID')

export const streamStalled = () => new ApiError(504, 'enrollment.AGENT_STREAM_STALLED')

export const frameTooLarge = (bytes: number) =>
  new ApiError(
    413,
    'enrollment.AGENT_FRAME_TOO_LARGE',
    { max: { value: bytes, unit: 'bytes' } },
    { code: 'PAYLOAD_TOO_LARGE' },
  )
