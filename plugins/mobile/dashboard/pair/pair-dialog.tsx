import { Button, Dialog, InlineError, Skeleton, useNow, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { PairView } from './pair-view.tsx'
import { Paired } from './paired.tsx'
import { usePairing } from './use-pairing.ts'

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
