import { ApiError, type ErrorBody } from '@svc/plugin-sdk'
import { fieldRules, type Violation } from './violations.ts'

/** The response to a failed request. */
export interface ErrorResponse {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Readonly<Record<string, string>>
}

interface Thrown {
  readonly statusCode?: number
  readonly code?: string
  readonly message?: string
  readonly validation?: readonly Violation[]
  readonly validationContext?: string
}

const locations: Readonly<Record<string, string>> = {
  querystring: 'query parameter',
  params: 'path parameter',
  headers: 'header',
}

function invalidInput(violations: readonly Violation[], context = 'body'): ApiError {
  const details = fieldRules(violations)
  const sentence = details.map(({ field, rule }) => `${field} ${rule}`).join('; ')
  if (context === 'body') return new ApiError(422, 'VALIDATION_ERROR', sentence, { details })
  return new ApiError(400, 'BAD_REQUEST', `${locations[context] ?? context} ${sentence}`, { details })
}

/** Error codes for statuses raised by Fastify and its plugins. */
const codes: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'VALIDATION_ERROR',
  429: 'TOO_MANY_REQUESTS',
  431: 'HEADERS_TOO_LARGE',
}

function fromFastify({ code, statusCode = 500, message = '' }: Thrown): ApiError {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new ApiError(400, 'BAD_REQUEST', 'the body is not valid JSON')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(413, 'PAYLOAD_TOO_LARGE', 'The request body is too large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The content type of the body is not supported here')
    default:
      return new ApiError(statusCode, codes[statusCode] ?? 'BAD_REQUEST', message)
  }
}

/** Checks the shape, not the class: a plugin may bring its own copy of the SDK. */
const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === 'ApiError' && Number.isInteger((error as Partial<ApiError>).status)

function toApiError(error: unknown): ApiError {
  if (isApiError(error)) return error
  const thrown = (error ?? {}) as Thrown
  if (thrown.validation) return invalidInput(thrown.validation, thrown.validationContext)
  const { statusCode = 500 } = thrown
  if (statusCode >= 400 && statusCode < 500) return fromFastify(thrown)
  return new ApiError(500, 'INTERNAL_ERROR', 'an unexpected failure; the log of the server says more')
}

/** The response to anything thrown. Unexpected errors are only logged; the client gets a generic message. */
export function toErrorResponse(error: unknown): ErrorResponse {
  const { status, code, message, details, headers } = toApiError(error)
  return { status, headers, body: { error: { code, message, ...(details === undefined ? {} : { details }) } } }
}
