import { MenuItem, PageLink, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { SquareTerminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { terminalPage } from './pages.ts'

/** Opens the terminal of a server, in its menu. */
export default function OpenItem({ server }: { readonly server: ServerStatus }): ReactNode {
  const t = useT()
  return (
    <MenuItem asChild>
      <PageLink page={terminalPage} params={{ serverId: server.id }}>
        <SquareTerminal aria-hidden />
        {t('page.open')}
      </PageLink>
    </MenuItem>
  )
}
