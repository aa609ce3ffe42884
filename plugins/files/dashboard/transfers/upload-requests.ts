import { api } from '@svc/dashboard-sdk'
import { filesRoute, transfersRoute } from '../file-routes.ts'
import { type ErrorBody, noResponse, toApiError } from '../response-error.ts'
import type { UploadPart, UploadRequests } from './upload-queue.ts'

interface Envelope extends ErrorBody {
  readonly data?: { readonly bytes_transferred: number }
}

/** Sends bytes with `XMLHttpRequest`: `fetch` does not tell how many have been sent. */
function put(url: string, body: Blob, onSent: (bytes: number) => void, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.responseType = 'json'
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onload = () => {
      const envelope: Envelope = request.response ?? {}
      if (envelope.data) resolve(envelope.data.bytes_transferred)
      else toApiError(request.status, envelope).then(reject, reject)
    }
    request.onerror = () => reject(noResponse())
    request.onabort = () => reject(noResponse())
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) reject(noResponse())
    else request.send(body)
  })
}

/** The upload routes of a server. */
export const makeUploadRequests = (serverId: string): UploadRequests => ({
  send({ transferId, path, size, offset, overwrite, body }: UploadPart, onSent, signal) {
    const query = new URLSearchParams({ path, size: `${size}`, offset: `${offset}`, overwrite: `${overwrite}` })
    return put(`${filesRoute(serverId, `upload/${transferId}`)}?${query}`, body, onSent, signal)
  },
  async makeDirectory(path) {
    await api('POST', filesRoute(serverId, 'mkdir'), { path })
  },
  async cancel(transferId) {
    await api('DELETE', `${transfersRoute}/${transferId}`)
  },
})
