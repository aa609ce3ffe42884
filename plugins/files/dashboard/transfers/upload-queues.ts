import { UploadQueue } from './upload-queue.ts'
import { makeUploadRequests } from './upload-requests.ts'

/** milliseconds until a transfer of another tab may have ended */
const laterMs = 2000

/** They outlive the page, so that uploads go on while the user looks at another one. */
const byServer = new Map<string, UploadQueue>()

function makeQueue(serverId: string): UploadQueue {
  const queue = new UploadQueue({
    requests: makeUploadRequests(serverId),
    now: () => performance.now(),
    later: (act) => void setTimeout(act, laterMs),
  })
  // Closing the tab would end them.
  window.addEventListener('beforeunload', (event) => {
    if (queue.isActive) event.preventDefault()
  })
  return queue
}

/** The uploads to a server. */
export function uploadQueue(serverId: string): UploadQueue {
  const queue = byServer.get(serverId) ?? makeQueue(serverId)
  byServer.set(serverId, queue)
  return queue
}
