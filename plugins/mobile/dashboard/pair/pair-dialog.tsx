import { Button, Dialog, InlineError, Skeleton, useNow, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { PairView } from './pair-view.tsx'
import { Paired } from './paired.tsx'
import { usePairing } from './use-pairing.ts'

/** From a code on this screen to a phone that is signed in. */
export function PairDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const now = useNow()
  const { offer, found, busy, failure, make, unseen } = usePairing()
  const over = offer !== undefined && now >= offer.until
  const stage = found ? 'paired' : !offer ? 'making' : over ? 'expired' : 'waiting'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(found ? 'pair.doneTitle' : 'pair.title')}
      description={found ? undefined : t('pair.text')}
      width={found ? 'sm' : 'lg'}
    >
      <p role="status" className="sr-only">
        {t(`pair.stage.${stage}`, { name: found?.device_name })}
      </p>
      {found ? (
        <Paired device={found} onAnother={make} busy={busy} onDone={onClose} />
      ) : offer ? (
        <PairView offer={offer} over={over} busy={busy} unseen={unseen} onAnew={make} />
      ) : (
        !failure && (
          <div className="flex flex-wrap gap-7">
            <Skeleton className="size-74" />
            <Skeleton className="h-48 min-w-48 flex-1" />
          </div>
        )
      )}
      {failure && (
        <div className="not-first:mt-5">
          <InlineError
            failure={failure}
            action={
              <Button size="sm" busy={busy} onClick={() => void make()}>
                {t('sdk:action.retry')}
              </Button>
            }
          />
        </div>
      )}
    </Dialog>
  )
}
