import { ApiError, type ErrorBody, type FieldError, invalidFields, unauthorized } from '@svc/plugin-sdk'
import { labeledMessage, type TextCode } from '@svc/protocol/text'
import type { RenderText } from '../texts.ts'
import { fieldErrors, type Violation } from './violations.ts'

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

/** Errors of Fastify and its plugins by status: a description, and the top-level code if it is a generic one. */
const byStatus: Readonly<Record<number, [text: TextCode, code?: string]>> = {
  400: ['kernel.MALFORMED_REQUEST', 'BAD_REQUEST'],
  404: ['kernel.NO_ROUTE', 'NOT_FOUND'],
  405: ['kernel.METHOD_NOT_ALLOWED'],
  408: ['kernel.REQUEST_TOO_SLOW', 'REQUEST_TIMEOUT'],
  413: ['kernel.PAYLOAD_TOO_LARGE'],
  415: ['kernel.UNSUPPORTED_MEDIA_TYPE'],
  431: ['kernel.HEADERS_TOO_LARGE'],
}
const malformed = byStatus[400] as [TextCode, string]

/** Text codes of errors whose status alone says too little. */
const byCode: Readonly<Record<string, TextCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'kernel.BODY_NOT_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'kernel.BODY_NOT_JSON',
}

function fromFastify({ code = '', statusCode = 500, message = '' }: Thrown): ApiError {
  if (statusCode === 401) return unauthorized()
  const [text, topCode] = byStatus[statusCode] ?? malformed
  const params = text === malformed[0] && !byCode[code] ? { reason: message } : undefined
  return new ApiError(statusCode, byCode[code] ?? text, params, { code: topCode })
}

/** Checks the shape, not the class: a plugin may bring its own copy of the SDK. */
export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === 'ApiError' && Number.isInteger((error as Partial<ApiError>).status)

/** Violated rules are 422 in the body, and 400 in the path, the query and headers. */
const invalidInput = (violations: readonly Violation[], context = 'body'): ApiError => {
  const fields = fieldErrors(violations)
  return context === 'body' ? invalidFields(fields) : new ApiError(400, 'BAD_REQUEST', undefined, { fields })
}

function toApiError(error: unknown): ApiError {
  if (isApiError(error)) return error
  const thrown = (error ?? {}) as Thrown
  if (/^SQLITE_BUSY/.test(thrown.code ?? ''))
    return new ApiError(503, 'kernel.DATABASE_BUSY', undefined, { headers: { 'retry-after': '1' } })
  if (thrown.validation) return invalidInput(thrown.validation, thrown.validationContext)
  const { statusCode = 500 } = thrown
  if (statusCode >= 400 && statusCode < 500) return fromFastify(thrown)
  return new ApiError(500, 'kernel.INTERNAL_ERROR')
}

const withRule = ({ field, code, params }: FieldError, render: RenderText) => ({
  field,
  rule: render({ code, params }),
  code,
  ...(params && { params }),
})

/** `details`: the violated rules, or code and parameters of the text. */
function detailsOf({ text, fields = [], details }: ApiError, render: RenderText): unknown {
  if (fields.length > 0) return fields.map((each) => withRule(each, render))
  if (text === undefined) return details
  return { code: text.code, ...(text.params && { params: text.params }), ...details }
}

/** The status of the response to anything thrown. */
export const statusOf = (error: unknown): number => toApiError(error).status

/** The response to anything thrown. Unexpected errors are only logged; the client gets a generic message. */
export function toErrorResponse(error: unknown, render: RenderText): ErrorResponse {
  const failure = toApiError(error)
  const { status, code, text, fields = [], headers } = failure
  const sentences = [...(text ? [render(text)] : []), ...fields.map((field) => `${field.field} ${render(field)}`)]
  const message = sentences.length > 0 ? labeledMessage(code, sentences.join('; ')) : failure.message
  const details = detailsOf(failure, render)
  return { status, headers, body: { error: { code, message, ...(details === undefined ? {} : { details }) } } }
}
