import { PageHeader, Skeleton, useLive, usePageParams, useServer, useT } from '@svc/dashboard-sdk'
import { capabilityBits } from '@svc/protocol'
import { type ReactNode, useState } from 'react'
import { FileBrowser } from './file-browser.tsx'
import { filesPage } from './pages.ts'
import { Unavailable } from './unavailable.tsx'

/** Files of a server. What is open stays on the page when the server goes offline, so that nothing unsaved is lost. */
export default function FilesPage(): ReactNode {
  const { serverId } = usePageParams(filesPage)
  const t = useT()
  const server = useServer(serverId)
  const { loaded } = useLive()
  const [begun, setBegun] = useState<string>()
  const isAllowed = server !== undefined && (server.capabilities & capabilityBits.file) !== 0
  if (server?.online && isAllowed && begun !== serverId) setBegun(serverId)
  const hasBegun = begun === serverId
  return (
    <>
      <PageHeader title={server ? t('page.of', { name: server.name }) : t('page.title')} />
      {hasBegun && <FileBrowser key={serverId} serverId={serverId} features={server?.features ?? []} />}
      {!hasBegun && loaded && <Unavailable reason={server?.online && !isAllowed ? 'denied' : 'offline'} />}
      {!hasBegun && !loaded && <Skeleton className="h-96 rounded-lg" />}
    </>
  )
}
