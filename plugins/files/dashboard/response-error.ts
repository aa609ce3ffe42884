import { ApiError, loadCodedText } from '@svc/dashboard-sdk'
import { isCodedText } from '@svc/protocol/text'

/** The body of an error response. */
export interface ErrorBody {
  readonly error?: { readonly code: string; readonly message: string; readonly details?: unknown }
}

export const noResponse = (): ApiError => new ApiError(0, 'NETWORK', 'no response from the server')

/** The error of a request that does not go through `api`. */
export async function toApiError(status: number, { error }: ErrorBody): Promise<ApiError> {
  if (!error) return new ApiError(status, 'BAD_ANSWER', `status ${status}`)
  // Its text may belong to another plugin, which this page has not loaded.
  if (isCodedText(error.details)) await loadCodedText(error.details)
  return new ApiError(status, error.code, error.message, { details: error.details })
}
