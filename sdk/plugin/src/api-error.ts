import {
  type CodedText,
  describeText,
  isTextCode,
  labeledMessage,
  type Params,
  type TextCode,
} from '@svc/protocol/text'

/** A violated rule of one field; `field` is a path such as `rules.0.name`. */
export interface FieldError extends CodedText {
  readonly field: string
}

/** What a response carries besides its text. */
export interface ErrorOptions {
  /** top-level code of the response; default: what follows the dot in the code of the text */
  readonly code?: string
  /** violated rules, for a form to show in place; `details` of the response is then this list */
  readonly fields?: readonly FieldError[]
  /** further members of `details` */
  readonly details?: object
  /** headers of the response, for example `retry-after` */
  readonly headers?: Readonly<Record<string, string>>
}

/** Top-level codes of responses that have no text of their own: `fields` say what is wrong, or nothing may be said. */
type Untold = 'UNAUTHORIZED' | 'BAD_REQUEST' | 'VALIDATION_ERROR'

/**
 * The one way to fail a request: a text by code, `<plugin>.<CODE>`, whose sentence is in the `locales` of the plugin.
 *
 * @example
 * throw new ApiError(409, 'enrollment.ENROLLMENT_OFFER_STALE')
 */
export class ApiError extends Error {
  readonly status: number
  /** top-level code of the response */
  readonly code: string
  /** undefined for a response without a description */
  readonly text: CodedText | undefined
  readonly fields: readonly FieldError[]
  readonly details: object | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: TextCode | Untold, params?: Params, options: ErrorOptions = {}) {
    const text = isTextCode(code) ? { code, params } : undefined
    const topCode = options.code ?? code.slice(code.indexOf('.') + 1)
    const { fields = [] } = options
    const own = text ? [describeText(text)] : []
    const described = [...own, ...fields.map((one) => `${one.field} ${describeText(one)}`)]
    super(labeledMessage(topCode, described.join('; ')))
    this.name = 'ApiError'
    this.status = status
    this.code = topCode
    this.text = text
    this.fields = fields
    this.details = options.details
    this.headers = options.headers ?? {}
  }
}

/** A failure with a text by code that is stored or passed on: `core.text(error.text)` is its sentence. */
export class CodedError extends Error {
  readonly text: CodedText

  constructor(text: CodedText) {
    super(describeText(text))
    this.name = new.target.name
    this.text = text
  }
}

const generic = (status: number, code: string) => (textCode: TextCode, params?: Params) =>
  new ApiError(status, textCode, params, { code })

/** 400 for an operation that makes no sense here; violated field rules use `invalid`. */
export const badRequest = generic(400, 'BAD_REQUEST')
/** 401 without a description, so that it discloses nothing about accounts. */
export const unauthorized = () => new ApiError(401, 'UNAUTHORIZED')
/** 403 when the user is known but may not. */
export const forbidden = generic(403, 'FORBIDDEN')
/** 404; the text names what is missing, not what was asked for. */
export const notFound = generic(404, 'NOT_FOUND')
/** 409 when the state of the resource forbids the operation, a duplicate name for example. */
export const conflict = generic(409, 'CONFLICT')

/** 422 with the violated rules of several fields. */
export const invalidFields = (fields: readonly FieldError[]) =>
  new ApiError(422, 'VALIDATION_ERROR', undefined, { fields })

/** 422 with a violated rule of one field: `details` is `[{ field, rule, code, params }]`, so that forms can show it in place. */
export const invalid = (field: string, code: TextCode, params?: Params) => invalidFields([{ field, code, params }])

/** 429 with `Retry-After`. */
export const tooManyRequests = (seconds: number) =>
  new ApiError(
    429,
    'kernel.RETRY_AFTER',
    { count: seconds },
    { code: 'TOO_MANY_REQUESTS', headers: { 'retry-after': String(seconds) } },
  )
