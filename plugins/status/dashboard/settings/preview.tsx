import { api, Card, errorText, Segmented, Skeleton, useLanguage, useSize, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { previewPath } from '../paths.ts'
import { draftErrors, type SettingsDraft, toInput } from './settings-draft.ts'

const pauseMs = 400
/** Page widths in pixels, scaled down to fit. */
const widths = { desktop: 1120, phone: 390 } as const

/** The page as readers would see it with the draft, rendered by the server; it has no scripts here. */
export function Preview({ draft }: { draft: SettingsDraft }): ReactNode {
  const t = useT()
  const language = useLanguage()
  const [device, setDevice] = useState<keyof typeof widths>('desktop')
  const [markup, setMarkup] = useState<string>()
  const [error, setError] = useState<unknown>()
  const isValid = Object.keys(draftErrors(draft)).length === 0
  useEffect(() => {
    if (!isValid) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { html } = await api<{ html: string }>('POST', previewPath, { ...toInput(draft), language }, abort)
        setMarkup(html)
        setError(undefined)
      } catch (failure) {
        if (!abort.signal.aborted) setError(failure)
      }
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [draft, isValid, language])
  const frame = useRef<HTMLDivElement>(null)
  const available = useSize(frame, ({ width }) => width) ?? widths[device]
  const scale = Math.min(1, available / widths[device])
  return (
    <Card
      title={t('preview.title')}
      className="sticky top-4 max-xl:static"
      actions={
        <Segmented
          label={t('preview.device')}
          value={device}
          onChange={setDevice}
          options={(['desktop', 'phone'] as const).map((value) => ({ value, label: t(`preview.${value}`) }))}
        />
      }
    >
      <div ref={frame} className="relative h-[70vh] overflow-hidden rounded-md border">
        {markup === undefined ? (
          <Skeleton className="h-full" />
        ) : (
          <iframe
            title={t('preview.title')}
            // No scripts and no navigation; the origin is ours, so that styles load.
            sandbox="allow-same-origin"
            srcDoc={markup.replace('<html ', `<html data-theme="${document.documentElement.dataset.theme}" `)}
            className="absolute top-0 left-1/2 origin-top border-0"
            style={{
              width: widths[device],
              height: `${100 / scale}%`,
              transform: `translateX(-50%) scale(${scale})`,
            }}
          />
        )}
      </div>
      {error !== undefined && (
        <p role="alert" className="mt-2 text-danger text-xs">
          {errorText(error, t)}
        </p>
      )}
    </Card>
  )
}
