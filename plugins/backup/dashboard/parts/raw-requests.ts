import { ApiError, loadCodedText } from '@svc/dashboard-sdk'
import { isCodedText } from '@svc/protocol/text'
import { restorePath } from '../paths.ts'

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

/** The bytes of a response, of which `onProgress` gets the share that has arrived. The browser keeps large ones on disk. */
function blobOf(response: Response, onProgress: (share: number) => void): Promise<Blob> {
  const total = Number(response.headers.get('content-length'))
  let received = 0
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.length
        if (total > 0) onProgress(received / total)
        controller.enqueue(chunk)
      },
    }),
  )
  return new Response(counted ?? null).blob()
}

/** Makes a backup and receives it; `body` is of a full one. */
export async function fetchBackup(
  path: string,
  body: object | undefined,
  onProgress: (share: number) => void,
): Promise<{ readonly name: string; readonly content: Blob }> {
  const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await fetch(path, { method: 'POST', ...json }).catch(() => Promise.reject(noResponse()))
  if (!response.ok) throw await toApiError(response.status, await response.json().catch(() => ({})))
  const content = await blobOf(response, onProgress).catch(() => Promise.reject(noResponse()))
  return { name: nameOf(response), content }
}

/** Sends a file; `share` is 0 to 1. Uses `XMLHttpRequest`, because `fetch` does not tell how many bytes have been sent. */
export const sendBackup = (
  file: File,
  passphrase: string | undefined,
  onProgress: (share: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', restorePath)
    request.responseType = 'json'
    request.setRequestHeader('content-type', 'application/octet-stream')
    // A header has ASCII only.
    if (passphrase !== undefined) request.setRequestHeader('x-backup-passphrase', encodeURIComponent(passphrase))
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
    request.onload = () => {
      if (request.status === 200) resolve()
      else toApiError(request.status, request.response ?? {}).then(reject, reject)
    }
    request.onerror = () => reject(noResponse())
    request.send(file)
  })
