import { api, Button, Dialog, InlineError, useInvalidate, useT } from '@svc/dashboard-sdk'
import type { IssuedOffer } from '@svc/plugin-enrollment/contract'
import { type ReactNode, useState } from 'react'
import { authorityPath, type NewOffer } from '../add/new-offer.ts'
import { useRequest } from '../server/use-request.ts'

const modes = ['graceful', 'emergency'] as const
type Mode = (typeof modes)[number]

/** Starts the re-enrollment of a server and explains what happens to the current agent. */
export function ReenrollDialog(props: {
  serverId: string
  onClose: () => void
  onNewOffer: (newOffer: NewOffer) => void
}): ReactNode {
  const { serverId, onClose, onNewOffer } = props
  const t = useT()
  const [mode, setMode] = useState<Mode>('graceful')
  const { run, busy, error } = useRequest()
  const invalidate = useInvalidate()
  const start = async () => {
    const path = `${authorityPath(serverId)}/re-enrollment`
    const response = await run(() => api<{ enrollment: IssuedOffer }>('POST', path, { mode }))
    if (!response) return
    void invalidate('/api/agent-authority/events', `/api/servers/${serverId}`)
    onNewOffer({ offer: response.enrollment, wasClaimed: mode === 'graceful' })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('reenroll.title')}
      description={t('reenroll.description')}
      footer={
        <>
          <Button onClick={onClose}>{t('sdk:action.cancel')}</Button>
          <Button variant={mode === 'emergency' ? 'danger' : 'primary'} busy={busy} onClick={() => void start()}>
            {t(`reenroll.action.${mode}`)}
          </Button>
        </>
      }
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">{t('reenroll.title')}</legend>
        {modes.map((value) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-3 rounded-md p-3.5 ring-1 ring-line ring-inset hover:bg-accent-soft/40 has-checked:bg-accent-soft has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="mode"
              value={value}
              checked={mode === value}
              onChange={() => setMode(value)}
              className="mt-1 accent-(--accent)"
            />
            <span>
              <span className="block font-medium">{t(`reenroll.mode.${value}`)}</span>
              <span className="mt-0.5 block text-muted text-sm">{t(`reenroll.effect.${value}`)}</span>
            </span>
          </label>
        ))}
        <InlineError error={error} />
      </fieldset>
    </Dialog>
  )
}
