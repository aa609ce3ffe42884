import { Button, Notice, PageLink, useMe, useT } from '@svc/dashboard-sdk'
import { selectName, useServerValue } from '@svc/dashboard-sdk/widgets'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { Radar } from 'lucide-react'
import type { ReactNode } from 'react'
import { networkProbesPage, networkTab } from '../pages.ts'

interface Props {
  /** undefined: the fleet */
  readonly serverId?: string
  readonly isEditing: boolean
}

/** Shown without targets; links admins to their selection. */
export function NoTargets({ serverId, isEditing }: Props): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const name = useServerValue(serverId, selectName) ?? ''
  const of = serverId === undefined ? 'fleet' : 'server'
  return (
    <Notice
      icon={Radar}
      title={t(`widget.network.${of}NoTargets`, { name })}
      detail={t(isAdmin ? `widget.network.${of}Assign` : 'widget.network.assignMember')}
      actions={
        isAdmin &&
        !isEditing && (
          <Button size="sm" asChild>
            {serverId === undefined ? (
              <PageLink page={networkProbesPage}>{t('widget.network.toSettings')}</PageLink>
            ) : (
              <PageLink page={serverPage} params={{ id: serverId }} search={{ tab: networkTab }}>
                {t('widget.network.toServer')}
              </PageLink>
            )}
          </Button>
        )
      }
    />
  )
}
