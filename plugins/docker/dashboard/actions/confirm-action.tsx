import { Checkbox, ConfirmDialog, Field, Input, Select, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { isRunning } from '../state/container-state.ts'
import type { ActionName, Choices } from './actions.ts'
import type { Target } from './use-actions.ts'

/** An action that waits for its confirmation. */
export interface Asked {
  readonly target: Target & { readonly state: string; readonly status: string }
  readonly name: ActionName
}

const signals = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const
const maxTimeout = 300

/** Asks before an action that interrupts or deletes, with its options. */
export function ConfirmAction(props: {
  asked: Asked
  /** volumes can be removed as well */
  hasExtras: boolean
  onConfirm: (choices: Partial<Choices>) => void
  onClose: () => void
}): ReactNode {
  const { asked, hasExtras, onConfirm, onClose } = props
  const { name, target } = asked
  const t = useT()
  const isUp = isRunning(target)
  const [timeout, setTimeout] = useState('10')
  const [signal, setSignal] = useState<string>(signals[0])
  const [force, setForce] = useState(false)
  const [volumes, setVolumes] = useState(false)
  const seconds = Number(timeout)
  const isValid = /^\d+$/.test(timeout) && seconds <= maxTimeout
  const needsForce = name === 'remove' && isUp && !force
  const choices: Partial<Choices> =
    name === 'kill' ? { signal } : name === 'remove' ? { force, volumes } : { timeout: seconds }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t(`confirm.${name}`, { name: target.name })}
      description={t(`confirm.${name}Hint`)}
      action={t(`action.${name}`)}
      destructive={name !== 'restart'}
      onConfirm={() => {
        if (!isValid || needsForce) return
        onConfirm(choices)
        onClose()
      }}
    >
      {(name === 'stop' || name === 'restart') && (
        <Field
          label={t('confirm.timeout')}
          hint={t('confirm.timeoutHint')}
          error={isValid ? undefined : t('confirm.timeoutRule', { max: maxTimeout })}
        >
          <Input
            value={timeout}
            onChange={({ target }) => setTimeout(target.value)}
            inputMode="numeric"
            autoComplete="off"
            className="w-28"
          />
        </Field>
      )}
      {name === 'kill' && (
        <Field label={t('confirm.signal')}>
          <Select value={signal} onChange={({ target }) => setSignal(target.value)} className="w-40">
            {signals.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        </Field>
      )}
      {name === 'remove' && (
        <div className="flex flex-col gap-3">
          {isUp && (
            <Checkbox
              checked={force}
              onChange={({ target }) => setForce(target.checked)}
              label={t('confirm.force')}
              hint={t('confirm.forceHint')}
            />
          )}
          {hasExtras && (
            <Checkbox
              checked={volumes}
              onChange={({ target }) => setVolumes(target.checked)}
              label={t('confirm.volumes')}
              hint={t('confirm.volumesHint')}
            />
          )}
          {needsForce && (
            <p role="status" className="text-muted text-sm">
              {t('confirm.needsForce')}
            </p>
          )}
        </div>
      )}
    </ConfirmDialog>
  )
}
