import { Button, type KnownObstacle, Notice, PageLink, useT } from '@svc/dashboard-sdk'
import { PackageX } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { moduleOf } from '../board/placement.ts'

/** Why a widget type is unavailable; set around a board. */
export const ObstacleContext = createContext<(type: string) => KnownObstacle | undefined>(() => undefined)

/** Shown instead of an unavailable widget: explains why, with a link to the settings. */
export function Unavailable({ type }: { type: string }): ReactNode {
  const t = useT('dashboards')
  const obstacle = useContext(ObstacleContext)(type)
  const page = obstacle?.page
  return (
    <Notice
      icon={PackageX}
      title={t('widget.unavailable', { name: obstacle?.name ?? moduleOf(type) ?? type })}
      detail={obstacle ? t(`${obstacle.plugin}:${obstacle.text}`, obstacle.values) : t('widget.noPlugin')}
      actions={
        obstacle &&
        page && (
          <Button size="sm" asChild>
            <PageLink page={page}>{t('widget.settings', { page: t(`${obstacle.plugin}:${page.title}`) })}</PageLink>
          </Button>
        )
      }
    />
  )
}
