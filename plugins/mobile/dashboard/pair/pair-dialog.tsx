import { Button, Dialog, InlineError, Skeleton, useNow, useT } from '@svc/dashboard-sdk'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Device } from '../devices/device.ts'
import { PairView } from './pair-view.tsx'
import { usePairing } from './use-pairing.ts'

/** Confirms a paired phone. */
function Paired(props: { device: Device; busy: boolean; onAnother: () => void; onDone: () => void }): ReactNode {
  const { device, busy, onAnother, onDone } = props
  const t = useT()
  const done = useRef<HTMLButtonElement>(null)
  // the focused element was removed with the code
  useEffect(() => done.current?.focus(), [])
  return (
    <div className="flex flex-col items-center py-2 text-center">
      <span className="grid size-12 animate-rise place-items-center rounded-full bg-ok/15 text-ok">
        <Check className="size-6" aria-hidden />
      </span>
      <p className="mt-4 max-w-full wrap-anywhere font-semibold text-[1.125rem]">
        {t('pair.done', { name: device.device_name })}
      </p>
      <p className="mt-1 text-balance text-muted text-sm">{t('pair.doneText')}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Button busy={busy} onClick={onAnother}>
          {t('pair.another')}
        </Button>
        <Button ref={done} variant="primary" onClick={onDone}>
          {t('pair.close')}
        </Button>
      </div>
    </div>
  )
}

/** Shows a pairing code until a phone has used it. */
export function PairDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const now = useNow()
  const { offer, paired, busy, error, createCode, pollFailed } = usePairing()
  const expired = offer !== undefined && now >= offer.until
  const stage = paired ? 'paired' : !offer ? 'making' : expired ? 'expired' : 'waiting'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(paired ? 'pair.doneTitle' : 'pair.title')}
      description={paired ? undefined : t('pair.text')}
      width={paired ? 'sm' : 'lg'}
    >
      <p role="status" className="sr-only">
        {t(`pair.stage.${stage}`, { name: paired?.device_name })}
      </p>
      {paired ? (
        <Paired device={paired} onAnother={createCode} busy={busy} onDone={onClose} />
      ) : offer ? (
        <PairView offer={offer} expired={expired} busy={busy} pollFailed={pollFailed} onRenew={createCode} />
      ) : (
        !error && (
          <div className="flex flex-wrap gap-7">
            <Skeleton className="size-74" />
            <Skeleton className="h-48 min-w-48 flex-1" />
          </div>
        )
      )}
      {error && (
        <div className="not-first:mt-5">
          <InlineError
            error={error}
            action={
              <Button size="sm" busy={busy} onClick={() => void createCode()}>
                {t('sdk:action.retry')}
              </Button>
            }
          />
        </div>
      )}
    </Dialog>
  )
}
