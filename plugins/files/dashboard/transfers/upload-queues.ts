import { UploadQueue } from './upload-queue.ts'
import { makeUploadRequests } from './upload-requests.ts'

/** milliseconds until a transfer of another tab may have ended */
const laterMs = 2000

interface ServerUploads {
  readonly queue: UploadQueue
  /** Notifies of each file that has arrived. */
  onDone(listener: (path: string) => void): () => void
}

/** They outlive the page, so that uploads go on while the user looks at another one. */
const byServer = new Map<string, ServerUploads>()

function makeUploads(serverId: string): ServerUploads {
  const listeners = new Set<(path: string) => void>()
  const queue = new UploadQueue({
    requests: makeUploadRequests(serverId),
    now: () => performance.now(),
    later: (act) => void setTimeout(act, laterMs),
    onDone: (path) => {
      for (const listener of listeners) listener(path)
    },
  })
  // Closing the tab would end them.
  window.addEventListener('beforeunload', (event) => {
    if (queue.isActive) event.preventDefault()
  })
  return {
    queue,
    onDone(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function uploadsOf(serverId: string): ServerUploads {
  const uploads = byServer.get(serverId) ?? makeUploads(serverId)
  byServer.set(serverId, uploads)
  return uploads
}
