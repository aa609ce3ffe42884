import { Button, useT } from '@svc/dashboard-sdk'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Device } from '../devices/device.ts'

/** Confirms a paired phone. */
export function Paired(props: { device: Device; busy: boolean; onAnother: () => void; onDone: () => void }): ReactNode {
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
