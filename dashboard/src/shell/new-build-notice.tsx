import { Button, Tooltip, useT } from '@svc/dashboard-sdk'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNewBuild } from '../new-build.ts'

/** Offers to reload after the server was updated. */
export function NewBuildNotice(): ReactNode {
  const t = useT('shell')
  const hasNewBuild = useNewBuild()
  return (
    <div role="status">
      {hasNewBuild && (
        <Tooltip text={t('newBuild.hint')}>
          <Button size="sm" onClick={() => window.location.reload()}>
            <RefreshCw aria-hidden />
            {t('newBuild.reload')}
          </Button>
        </Tooltip>
      )}
    </div>
  )
}
