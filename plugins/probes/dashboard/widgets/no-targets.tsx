import { Button, Notice, PageLink, useMe, useT } from '@svc/dashboard-sdk'
import { Radar } from 'lucide-react'
import type { ReactNode } from 'react'
import { networkProbesPage } from '../pages.js'

/** Stands where nothing is probed: where targets come from, for those who may assign some. */
export function NoTargets({ isEditing, hint }: { isEditing: boolean; hint: 'server' | 'fleet' }): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  return (
    <Notice
      icon={Radar}
      title={t(`widget.network.${hint}NoTargets`)}
      detail={t(isAdmin ? `widget.network.${hint}Assign` : 'widget.network.assignMember')}
      actions={
        isAdmin &&
        !isEditing && (
          <Button size="sm" asChild>
            <PageLink page={networkProbesPage}>{t('widget.network.toSettings')}</PageLink>
          </Button>
        )
      }
    />
  )
}
