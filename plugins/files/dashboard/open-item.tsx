import { MenuItem, PageLink, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { FolderOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { filesPage } from './pages.ts'

/** Opens the files of a server, in its menu. */
export default function OpenItem({ server }: { readonly server: ServerStatus }): ReactNode {
  const t = useT()
  return (
    <MenuItem asChild>
      <PageLink page={filesPage} params={{ serverId: server.id }}>
        <FolderOpen aria-hidden />
        {t('page.open')}
      </PageLink>
    </MenuItem>
  )
}
