import { useApi, useInvalidate } from '@svc/dashboard-sdk'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { transfersRoute } from '../file-routes.ts'
import type { ServerTransfer } from './server-transfer.ts'
import { uploadQueue } from './upload-queues.ts'

/** milliseconds */
const pollMs = 1500

const isActive = ({ status }: ServerTransfer) => status === 'pending' || status === 'in_progress'

/** The uploads of this page to a server, and other own transfers with it. */
export function useTransfers(serverId: string) {
  const queue = uploadQueue(serverId)
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads)
  const [isOpen, setOpen] = useState(() => queue.isActive)
  const { data } = useApi<{ transfers: readonly ServerTransfer[] }>(transfersRoute, {
    staleTime: 0,
    refetchInterval: isOpen ? pollMs : false,
  })
  const own = queue.transferIds()
  const transfers = (data?.transfers ?? []).filter(
    ({ server_id, transfer_id }) => server_id === serverId && !own.has(transfer_id),
  )
  const invalidate = useInvalidate()
  const show = useCallback(() => {
    setOpen(true)
    void invalidate(transfersRoute)
  }, [invalidate])
  return {
    queue,
    uploads,
    transfers,
    isOpen,
    show,
    hide: () => setOpen(false),
    /** how many are on their way or need attention */
    pending: uploads.filter(({ state }) => state !== 'done').length + transfers.filter(isActive).length,
  }
}
