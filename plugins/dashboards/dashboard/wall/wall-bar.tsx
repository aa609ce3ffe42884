import { Button, cn, Select, useLive, useStoredChoice, useT } from '@svc/dashboard-sdk'
import { Minimize2, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useRotation } from './use-rotation.ts'

const intervals = ['0', '15', '30', '60', '300'] as const
/** The controls are hidden after this time without input. */
const hideAfterMs = 4000

/** The name and controls of a full-screen board; the controls are hidden without input. */
export function WallBar(props: {
  name: string
  canRotate: boolean
  onNext: () => void
  onLeave: () => void
}): ReactNode {
  const { name, canRotate, onNext, onLeave } = props
  const t = useT('dashboards')
  const { status } = useLive()
  const [seconds, setSeconds] = useStoredChoice('wall.seconds', intervals)
  const [isShown, setShown] = useState(true)
  useRotation(canRotate ? Number(seconds) : 0, onNext)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const show = () => {
      setShown(true)
      clearTimeout(timer)
      timer = setTimeout(() => setShown(false), hideAfterMs)
    }
    show()
    const events = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const event of events) window.addEventListener(event, show, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const event of events) window.removeEventListener(event, show)
    }
  }, [])
  return (
    <header data-idle={!isShown || undefined} className="mb-4 flex min-h-9 flex-wrap items-center gap-3">
      <h1 className="min-w-0 flex-1 truncate font-semibold text-lg">{name}</h1>
      {status === 'lost' && (
        <p role="status" className="flex items-center gap-2 text-danger text-sm">
          <WifiOff className="size-4" aria-hidden />
          {t('wall.offline')}
        </p>
      )}
      <div
        className={cn(
          'flex items-center gap-2 transition-opacity focus-within:opacity-100',
          isShown ? 'opacity-100' : 'pointer-events-none opacity-0',
        )}
      >
        {canRotate && (
          <Select
            aria-label={t('wall.rotate')}
            value={seconds}
            onChange={({ target }) => setSeconds(target.value as (typeof intervals)[number])}
          >
            {intervals.map((value) => (
              <option key={value} value={value}>
                {t(`wall.every.${value}`)}
              </option>
            ))}
          </Select>
        )}
        <Button onClick={onLeave}>
          <Minimize2 aria-hidden />
          {t('wall.leave')}
        </Button>
      </div>
    </header>
  )
}
