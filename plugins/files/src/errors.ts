import { AgentFailed } from '@svc/plugin-enrollment/contract'
import { ApiError, type CodedText, conflict, notFound, type Params, type TextCode } from '@svc/plugin-sdk'
import { plainText } from '@svc/protocol'

const maxReasonLength = 1000

/** 400 with the violated rule of a field. */
export const badField = (field: string, code: TextCode, params?: Params) =>
  new ApiError(400, 'BAD_REQUEST', undefined, { fields: [{ field, code, params }] })

export const unknownTransfer = () => notFound('files.UNKNOWN_TRANSFER')
export const transferCancelled = () => conflict('files.TRANSFER_CANCELLED')
export const tooLarge = (max: number) =>
  new ApiError(413, 'files.TOO_LARGE', { max: { value: max, unit: 'bytes' } }, { code: 'PAYLOAD_TOO_LARGE' })
/** What the agent sends is not what it has promised. */
export const invalidData = () => new ApiError(502, 'files.AGENT_DATA_INVALID')
export const checksumMismatch = () => new ApiError(502, 'files.CHECKSUM_MISMATCH')
export const diskFull = () => new ApiError(507, 'files.SERVER_DISK_FULL', undefined, { code: 'INSUFFICIENT_STORAGE' })

/** Whether the policy of the host, or the missing capability, forbids it. */
export const isDenied = (error: unknown): boolean => error instanceof ApiError && error.status === 403

/** The text of an error, as it is shown and stored. */
export function toText(error: unknown): CodedText {
  if (error instanceof AgentFailed) {
    return { code: 'enrollment.AGENT_FAILED', params: { reason: plainText(error.failure.reason, maxReasonLength) } }
  }
  return (error instanceof ApiError ? error.text : undefined) ?? { code: 'kernel.INTERNAL_ERROR' }
}
