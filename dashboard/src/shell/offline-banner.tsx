import { useLive, useT } from '@svc/dashboard-sdk'
import { CloudOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

const delayMs = 3000

/** Warns about stale data after the connection was lost for 3 s; disappears as soon as it is back. */
export function OfflineBanner(): ReactNode {
  const t = useT('shell')
  const { status } = useLive()
  const isLost = status === 'lost'
  const [isVisible, setVisible] = useState(false)
  useEffect(() => {
    if (!isLost) return
    const timer = setTimeout(() => setVisible(true), delayMs)
    return () => {
      clearTimeout(timer)
      setVisible(false)
    }
  }, [isLost])
  return (
    <div role="status" className="sticky top-14 z-10">
      {isLost && isVisible && (
        <p className="mx-4 mb-2 flex animate-rise items-center gap-3 rounded-md bg-raised px-4 py-2.5 text-sm shadow-pop md:mx-7">
          <CloudOff className="size-4 shrink-0 text-warn" aria-hidden />
          {t('offline')}
        </p>
      )}
    </div>
  )
}
