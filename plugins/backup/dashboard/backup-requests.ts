import { ApiError, loadCodedText } from '@svc/dashboard-sdk'
import { isCodedText } from '@svc/protocol/text'

export const backupRoute = '/api/settings/backup'
const restoreRoute = '/api/settings/restore'

interface ErrorBody {
  readonly error?: { readonly code: string; readonly message: string; readonly details?: unknown }
}

const noResponse = () => new ApiError(0, 'NETWORK', 'no response from the server')

async function toApiError(status: number, { error }: ErrorBody): Promise<ApiError> {
  if (!error) return new ApiError(status, 'BAD_ANSWER', `status ${status}`)
  // Its text may be one of the kernel, which this page has not loaded.
  if (isCodedText(error.details)) await loadCodedText(error.details)
  return new ApiError(status, error.code, error.message, { details: error.details })
}

/** The name that the server gives to a download. */
const nameOf = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'svc_backup'

/** Makes a backup. The browser keeps a large one on disk. */
export async function fetchBackup(): Promise<{ readonly name: string; readonly content: Blob }> {
  const response = await fetch(backupRoute, { method: 'POST' }).catch(() => Promise.reject(noResponse()))
  if (!response.ok) throw await toApiError(response.status, await response.json().catch(() => ({})))
  return { name: nameOf(response), content: await response.blob() }
}

/** Sends a file; `share` is 0 to 1. Uses `XMLHttpRequest`, because `fetch` does not tell how many bytes have been sent. */
export const sendBackup = (file: File, onProgress: (share: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', restoreRoute)
    request.responseType = 'json'
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
    request.onload = () => {
      if (request.status === 200) resolve()
      else toApiError(request.status, request.response ?? {}).then(reject, reject)
    }
    request.onerror = () => reject(noResponse())
    request.send(file)
  })
