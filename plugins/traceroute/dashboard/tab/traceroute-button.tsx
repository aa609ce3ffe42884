import { Button, PageLink, useT } from '@svc/dashboard-sdk'
import { Route } from 'lucide-react'
import type { ReactNode } from 'react'
import { serverTraceroutePage } from '../pages.ts'

/** From the network quality of a server to its traces. */
export default function TracerouteButton({ serverId }: { readonly serverId: string }): ReactNode {
  const t = useT()
  return (
    <Button asChild>
      <PageLink page={serverTraceroutePage} params={{ id: serverId }}>
        <Route aria-hidden />
        {t('tab.title')}
      </PageLink>
    </Button>
  )
}
