import { Button, Countdown, useT } from '@svc/dashboard-sdk'
import { LoaderCircle, RefreshCw, TimerOff, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { addressWarning, pairPayload } from './pair-code.ts'
import { QrCode } from './qr-code.tsx'
import { Readable } from './readable.tsx'
import type { Offer } from './use-pairing.ts'

/** A code to scan or to type, and how long it works. */
export function PairView(props: {
  offer: Offer
  over: boolean
  busy: boolean
  /** whether a phone came cannot be seen right now */
  unseen: boolean
  onAnew: () => void
}): ReactNode {
  const { offer, over, busy, unseen, onAnew } = props
  const t = useT()
  const { origin } = window.location
  const warning = addressWarning(origin)
  return (
    <div className="flex flex-col gap-5">
      {warning && (
        <p className="flex items-start gap-2.5 rounded-md bg-warn/10 px-3 py-2.5 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
          {t(`pair.warning.${warning}`, { origin })}
        </p>
      )}
      <div className="grid items-start gap-x-7 gap-y-5 md:grid-cols-[auto_minmax(0,1fr)]">
        <div className="justify-self-center">
          {over ? (
            <div className="flex size-74 flex-col items-center justify-center gap-3 rounded-md bg-sunken px-6 text-center ring-1 ring-line ring-inset">
              <TimerOff className="size-6 text-warn" aria-hidden />
              <p className="font-medium text-sm">{t('pair.expired')}</p>
              <Button variant="primary" busy={busy} onClick={onAnew}>
                <RefreshCw aria-hidden />
                {t('pair.anew')}
              </Button>
            </div>
          ) : (
            <QrCode text={pairPayload(origin, offer.code)} label={t('pair.picture')} />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <p className="text-sm">{t(over ? 'pair.expiredHint' : 'pair.scan')}</p>
          {!over && (
            <div className="flex flex-col gap-3">
              <p className="text-muted text-sm">{t('pair.type')}</p>
              <Readable label={t('pair.address')} text={origin} />
              <Readable label={t('pair.code')} text={offer.code} />
            </div>
          )}
          {!over && (
            <div className="flex flex-col gap-1.5 border-t pt-4 text-sm">
              <p className="flex items-center gap-2.5">
                {unseen ? (
                  <TriangleAlert className="size-4 shrink-0 text-warn" aria-hidden />
                ) : (
                  <LoaderCircle className="size-4 shrink-0 animate-spin text-accent" aria-hidden />
                )}
                {t(unseen ? 'pair.unseen' : 'pair.waiting')}
              </p>
              <p className="text-faint text-xs">
                {t('pair.once')}{' '}
                <span className="font-medium text-ink">
                  <Countdown until={offer.until} />
                </span>
              </p>
            </div>
          )}
        </div>
      </div>
    </div>
  )
}
