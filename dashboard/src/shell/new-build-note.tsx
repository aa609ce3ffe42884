import { Button, Tooltip, useT } from '@svc/dashboard-sdk'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNewBuild } from '../new-build.ts'

/** Says that the server was updated, and offers to follow. */
export function NewBuildNote(): ReactNode {
  const t = useT('shell')
  const isThere = useNewBuild()
  return (
    <div role="status">
      {isThere && (
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
