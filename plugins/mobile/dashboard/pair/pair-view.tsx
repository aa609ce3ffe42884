import { Button, CopyButton, Countdown, useT } from '@svc/dashboard-sdk'
import { LoaderCircle, RefreshCw, TimerOff, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useMemo } from 'react'
import { encode } from 'uqr'
import { addressWarning, pairPayload } from './pair-code.ts'
import { qrPath } from './qr-path.ts'
import type { PairOffer } from './use-pairing.ts'

/** QR code, black on white in every theme, with the quiet zone that scanners require. */
function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: 0 })
    return { size, path: qrPath(data) }
  }, [text])
  return (
    <div className="inline-block rounded-md bg-white p-5 shadow-panel">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${size} ${size}`}
        width="256"
        height="256"
        shapeRendering="crispEdges"
        className="block text-black"
      >
        <path d={path} fill="currentColor" />
      </svg>
    </div>
  )
}

/** A labelled value with a copy button. */
function CopyableValue({ label, text }: { label: string; text: string }): ReactNode {
  const id = useId()
  return (
    <div>
      <p id={id} className="mb-1 font-medium text-xs">
        {label}
      </p>
      <section
        aria-labelledby={id}
        className="flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-3 ring-1 ring-line ring-inset"
      >
        <code className="min-w-0 flex-1 select-all break-all py-1.5 font-mono text-xs leading-5">{text}</code>
        <CopyButton text={text} />
      </section>
    </div>
  )
}

/** Pairing code as QR code and text, with its remaining lifetime. */
export function PairView(props: {
  offer: PairOffer
  expired: boolean
  busy: boolean
  /** polling for the phone fails at the moment */
  pollFailed: boolean
  onRenew: () => void
}): ReactNode {
  const { offer, expired, busy, pollFailed, onRenew } = props
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
          {expired ? (
            <div className="flex size-74 flex-col items-center justify-center gap-3 rounded-md bg-sunken px-6 text-center ring-1 ring-line ring-inset">
              <TimerOff className="size-6 text-warn" aria-hidden />
              <p className="font-medium text-sm">{t('pair.expired')}</p>
              <Button variant="primary" busy={busy} onClick={onRenew}>
                <RefreshCw aria-hidden />
                {t('pair.generate')}
              </Button>
            </div>
          ) : (
            <QrCode text={pairPayload(origin, offer.code)} label={t('pair.picture')} />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <p className="text-sm">{t(expired ? 'pair.expiredHint' : 'pair.scan')}</p>
          {!expired && (
            <div className="flex flex-col gap-3">
              <p className="text-muted text-sm">{t('pair.type')}</p>
              <CopyableValue label={t('pair.address')} text={origin} />
              <CopyableValue label={t('pair.code')} text={offer.code} />
            </div>
          )}
          {!expired && (
            <div className="flex flex-col gap-1.5 border-t pt-4 text-sm">
              <p className="flex items-center gap-2.5">
                {pollFailed ? (
                  <TriangleAlert className="size-4 shrink-0 text-warn" aria-hidden />
                ) : (
                  <LoaderCircle className="size-4 shrink-0 animate-spin text-accent" aria-hidden />
                )}
                {t(pollFailed ? 'pair.unseen' : 'pair.waiting')}
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
