import { Badge, cn, IconButton, PageLink, StatusDot, type StatusTone, Switch, useT } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'
import { ChevronDown, LoaderCircle, Lock, Package, PackageCheck, Pin, Settings2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { pluginSettingsPage } from '../pages.ts'
import { DashboardNote } from './dashboard-note.tsx'
import { acknowledgeSwitch, usePendingSwitch } from './pending-switch.ts'
import { PluginDetails } from './plugin-details.tsx'
import type { ListedPlugin, State } from './plugin-list.ts'
import { switchOf } from './plugin-switch.ts'
import { ReasonNote } from './reason-note.tsx'
import { StoredData } from './stored-data.tsx'

/** Badges such as required, locked or third-party. */
function PluginBadges({ plugin }: { plugin: PluginView }): ReactNode {
  const t = useT()
  const failing = (plugin.jobs ?? []).filter(({ last_error }) => last_error !== null).length
  return (
    <>
      {plugin.required && (
        <Badge hint={t('plugins.fixed.required')}>
          <Pin aria-hidden />
          {t('plugins.mark.required')}
        </Badge>
      )}
      {plugin.locked && (
        <Badge tone="warn" hint={t('plugins.fixed.locked')}>
          <Lock aria-hidden />
          {t('plugins.mark.locked')}
        </Badge>
      )}
      {plugin.bundled && (
        <Badge>
          <PackageCheck aria-hidden />
          {t('plugins.mark.bundled')}
        </Badge>
      )}
      {!plugin.bundled && plugin.state !== 'absent' && (
        <Badge tone="accent">
          <Package aria-hidden />
          {t('plugins.mark.third')}
        </Badge>
      )}
      {failing > 0 && <Badge tone="danger">{t('plugins.mark.jobs', { count: failing })}</Badge>}
    </>
  )
}

const tones: Record<State, StatusTone> = {
  running: 'on',
  failed: 'danger',
  refused: 'warn',
  disabled: 'off',
  absent: 'pending',
}

/** State of a plugin as icon and text. */
function StateDot({ state, hideLabel = false }: { state: State; hideLabel?: boolean }): ReactNode {
  const t = useT()
  return <StatusDot tone={tones[state]} label={t(`plugins.state.${state}`)} hideLabel={hideLabel} />
}

/** A plugin with its state and switch. Expands to its details. */
export function PluginRow({
  listed,
  onSwitch,
}: {
  listed: ListedPlugin
  onSwitch: (enabled: boolean) => void
}): ReactNode {
  const { plugin, title, description } = listed
  const t = useT()
  const [open, setOpen] = useState(false)
  const id = useId()
  const switchWrapper = useRef<HTMLSpanElement>(null)
  const pendingSwitch = usePendingSwitch()
  const { on, fixed } = switchOf(plugin)
  const isOwn = pendingSwitch?.id === plugin.id
  const applying = isOwn && pendingSwitch.applying

  // The page may have been remounted, so return the focus to the switch.
  const isFinished = isOwn && !pendingSwitch.applying && !pendingSwitch.acknowledged
  useEffect(() => {
    if (!isFinished) return
    if (document.activeElement === document.body)
      switchWrapper.current?.querySelector('button')?.focus({ preventScroll: true })
    acknowledgeSwitch()
  }, [isFinished])

  return (
    <li className="border-b px-5 py-4 last:border-b-0">
      <div className="flex items-start gap-x-4 gap-y-2 max-md:flex-wrap">
        <div className="min-w-0 flex-1 max-md:basis-full">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <h3 className="break-words font-semibold text-base">{title}</h3>
            {plugin.version !== null && <span className="font-mono text-faint text-xs">{plugin.version}</span>}
            <PluginBadges plugin={plugin} />
          </div>
          {description && <p className="mt-0.5 max-w-3xl break-words text-muted text-sm">{description}</p>}
          {plugin.state !== 'absent' && <ReasonNote plugin={plugin} />}
          <DashboardNote plugin={plugin} />
          {plugin.state === 'absent' && <StoredData plugin={plugin} title={title} />}
        </div>
        <div className="flex shrink-0 items-center gap-3 max-md:w-full">
          {plugin.settings && (
            <PageLink
              page={pluginSettingsPage}
              params={{ id: plugin.id }}
              aria-label={t('pluginSettings.of', { title })}
              className="inline-flex items-center gap-1.5 text-accent text-sm hover:underline"
            >
              <Settings2 className="size-3.5" aria-hidden />
              {t('pluginSettings.open')}
            </PageLink>
          )}
          <span className="min-w-28 max-md:flex-1">
            {applying ? (
              <span className="inline-flex items-center gap-2 text-accent text-sm">
                <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
                {t('plugins.applyingShort')}
              </span>
            ) : (
              <StateDot state={plugin.state} />
            )}
          </span>
          {fixed === 'absent' ? (
            <span className="w-9" />
          ) : (
            <span ref={switchWrapper} className="inline-flex" data-tip={fixed && t(`plugins.fixed.${fixed}`)}>
              <Switch
                checked={applying ? pendingSwitch.enabled : on}
                disabled={fixed !== undefined || pendingSwitch?.applying === true}
                label={
                  fixed
                    ? t('plugins.switchFixed', { title, why: t(`plugins.fixed.${fixed}`) })
                    : t('plugins.switch', { title })
                }
                onChange={onSwitch}
              />
            </span>
          )}
          <IconButton
            label={t(open ? 'plugins.close' : 'plugins.open', { title })}
            size="sm"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown className={cn('transition-transform', open && 'rotate-180')} aria-hidden />
          </IconButton>
        </div>
      </div>
      {open && (
        <div id={id} className="mt-4 border-t border-dashed pt-4">
          <PluginDetails plugin={plugin} title={title} />
        </div>
      )}
    </li>
  )
}
