import { useLive, useT } from '@svc/dashboard-sdk'
import { CloudOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

const patience = 3000

/** Says that the figures are old once the live socket was away for 3 s; goes at once when it is back. */
export function OfflineBanner(): ReactNode {
  const t = useT('shell')
  const { status } = useLive()
  const away = status === 'lost'
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!away) return
    const timer = setTimeout(() => setLate(true), patience)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [away])
  return (
    <div role="status" className="sticky top-14 z-10">
      {away && late && (
        <p className="mx-4 mb-2 flex animate-rise items-center gap-3 rounded-md bg-raised px-4 py-2.5 text-sm shadow-pop md:mx-7">
          <CloudOff className="size-4 shrink-0 text-warn" aria-hidden />
          {t('offline')}
        </p>
      )}
    </div>
  )
}
