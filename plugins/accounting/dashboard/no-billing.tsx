import { Button, EmptyState, PageLink, useMe, useT } from '@svc/dashboard-sdk'
import { serversPage } from '@svc/plugin-enrollment/dashboard/pages'
import { CalendarSync } from 'lucide-react'
import type { ReactNode } from 'react'

/** Empty state that explains how to set up billing. `kind` selects the texts. */
export function NoBilling({ kind }: { kind: 'traffic' | 'cost' }): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  return (
    <div className="panel">
      <EmptyState
        icon={CalendarSync}
        title={t(`${kind}.empty`)}
        description={t(isAdmin ? `${kind}.emptyAdmin` : `${kind}.emptyMember`)}
        action={
          isAdmin && (
            <Button asChild variant="primary">
              <PageLink page={serversPage}>{t('accounts.toServers')}</PageLink>
            </Button>
          )
        }
      />
    </div>
  )
}
