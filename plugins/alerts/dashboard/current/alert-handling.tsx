import {
  DropdownMenu,
  IconButton,
  MenuItem,
  onDemand,
  serverNow,
  toast,
  useMe,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { AlertEvent } from '@svc/plugin-alerts/contract'
import { BellOff, BellRing, Check, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { eventsPath, itemPath, silencesPath } from '../paths.ts'
import { useSilence } from './use-silence.ts'

// Its form would be a third of what Home loads.
const SilenceDialog = onDemand(async () => ({ default: (await import('./silence-dialog.tsx')).SilenceDialog }), null)

/** An alert that someone can take care of. */
export type HandledAlert = Pick<
  AlertEvent,
  'alert_key' | 'rule_id' | 'rule_name' | 'server_id' | 'server_name' | 'status' | 'acknowledged_by' | 'silence'
>

const acknowledgePath = ({ alert_key }: HandledAlert) => `${itemPath(eventsPath, alert_key)}/acknowledge`
const hourMs = 3_600_000

/** Acknowledges and silences a firing alert, for administrators. */
export function AlertHandling({ alert }: { alert: HandledAlert }): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const [isChoosing, setChoosing] = useState(false)
  const acknowledge = useMutate<HandledAlert>('POST', acknowledgePath, {
    body: () => undefined,
    invalidates: [eventsPath],
    onDone: () => void toast.success(t('alert.acknowledgedDone')),
  })
  const takeBack = useMutate<HandledAlert>('DELETE', acknowledgePath, {
    body: () => undefined,
    invalidates: [eventsPath],
  })
  const silence = useSilence()
  const endSilence = useMutate<string>('DELETE', (id) => itemPath(silencesPath, id), {
    body: () => undefined,
    invalidates: [eventsPath, silencesPath],
    onDone: () => void toast.success(t('silence.ended')),
  })
  if (!isAdmin || alert.status !== 'firing') return null
  const name = `${alert.rule_name}, ${alert.server_name}`
  const silenceFor = (hours: number) =>
    silence.mutate({
      rule_id: alert.rule_id,
      server_id: alert.server_id,
      until: new Date(serverNow() + hours * hourMs).toISOString(),
    })
  const { silence: active } = alert
  return (
    <span className="flex justify-end gap-0.5">
      {alert.acknowledged_by === null ? (
        <IconButton
          label={t('alert.acknowledgeOne', { name })}
          size="sm"
          busy={acknowledge.isPending}
          onClick={() => acknowledge.mutate(alert)}
        >
          <Check aria-hidden />
        </IconButton>
      ) : (
        <IconButton
          label={t('alert.unacknowledge')}
          size="sm"
          busy={takeBack.isPending}
          onClick={() => takeBack.mutate(alert)}
        >
          <Undo2 aria-hidden />
        </IconButton>
      )}
      <DropdownMenu
        trigger={
          <IconButton label={t('alert.silenceOne', { name })} size="sm">
            <BellOff aria-hidden />
          </IconButton>
        }
      >
        {active && (
          <MenuItem icon={BellRing} onSelect={() => endSilence.mutate(active.id)}>
            {t('silence.end')}
          </MenuItem>
        )}
        <MenuItem onSelect={() => silenceFor(1)}>{t('silence.oneHour')}</MenuItem>
        <MenuItem onSelect={() => silenceFor(8)}>{t('silence.eightHours')}</MenuItem>
        <MenuItem onSelect={() => setChoosing(true)}>{t('silence.until')}</MenuItem>
      </DropdownMenu>
      {isChoosing && <SilenceDialog alert={alert} onClose={() => setChoosing(false)} />}
    </span>
  )
}
