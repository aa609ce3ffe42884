import { useApi, useInvalidate } from '@svc/dashboard-sdk'
import { useCallback, useState, useSyncExternalStore } from 'react'
import type { TransferView } from '../../src/transfers/transfer-schema.ts'
import { transfersRoute } from '../file-routes.ts'
import { uploadQueue } from './upload-queues.ts'

/** milliseconds */
const pollMs = 1500

const isActive = ({ status }: TransferView) => status === 'pending' || status === 'in_progress'

/** The uploads of this page to a server, and other own transfers with it. */
export function useTransfers(serverId: string) {
  const queue = uploadQueue(serverId)
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads)
  const [isOpen, setOpen] = useState(() => queue.isActive)
  const { data } = useApi<{ transfers: readonly TransferView[] }>(transfersRoute, {
    staleTime: 0,
    refetchInterval: isOpen ? pollMs : false,
  })
  const own = queue.transferIds
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
