import { Meter, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** A bar per core, as many beside each other as fit. */
export function CoreGrid({ cores }: { cores: readonly number[] }): ReactNode {
  const t = useT()
  return (
    <div className="panel px-4 py-3 xl:col-span-2">
      <h3 className="mb-2 font-medium text-sm">{t('resources.coresNow', { count: cores.length })}</h3>
      <ul className="grid max-h-72 grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-x-4 gap-y-2 overflow-y-auto">
        {cores.map((percent, core) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity of a core
          <li key={core}>
            <Meter value={percent} label={t('resources.core', { core })} detail={core} />
          </li>
        ))}
      </ul>
    </div>
  )
}
