import { api } from '@svc/dashboard-sdk'
import type { TransferView } from '../../src/transfers/transfer-schema.ts'
import type { FileEntry } from '../../src/wire.ts'
import { filesRoute, streamAddress, transfersRoute } from '../file-routes.ts'

/** milliseconds between two looks at the transfers */
const pollMs = 1000
/** The server permits so many transfers at a time. */
const maxActive = 3

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Lets the browser save what is at an address. */
function save(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

const isActive = ({ status }: TransferView) => status === 'pending' || status === 'in_progress' || status === 'ready'

async function transfersOf(serverId: string): Promise<TransferView[]> {
  const { transfers } = await api<{ transfers: TransferView[] }>('GET', transfersRoute)
  return transfers.filter(({ server_id }) => server_id === serverId)
}

/** Waits until the server takes another transfer. */
async function untilFree(serverId: string): Promise<void> {
  while ((await transfersOf(serverId)).filter(isActive).length >= maxActive) await wait(pollMs)
}

/** For agents that cannot wait for a browser: the server stores the file first. */
async function saveStored(serverId: string, path: string): Promise<void> {
  const { transfer_id: id } = await api<{ transfer_id: string }>('POST', filesRoute(serverId, 'download'), { path })
  for (;;) {
    const transfer = (await transfersOf(serverId)).find(({ transfer_id }) => transfer_id === id)
    if (transfer?.status === 'ready') return save(`/api/files/download/${id}`)
    // A failure is shown with the transfers.
    if (!transfer || !isActive(transfer)) return
    await wait(pollMs)
  }
}

/** Downloads entries one after the other, folders as tar files. `onStarted` is called for each. */
export async function downloadEntries(
  serverId: string,
  entries: readonly FileEntry[],
  { isStored, onStarted }: { isStored: boolean; onStarted: () => void },
): Promise<void> {
  for (const { path, file_type } of entries) {
    await untilFree(serverId)
    // What is denied or missing is an error here instead of a failed download of the browser.
    const { entry } = await api<{ entry: FileEntry }>('POST', filesRoute(serverId, 'stat'), { path })
    const isFolder = file_type === 'Directory' || entry.file_type === 'Directory'
    if (isStored) await saveStored(serverId, path)
    else save(streamAddress(serverId, path, isFolder ? { archive: 'true' } : {}))
    onStarted()
  }
}
