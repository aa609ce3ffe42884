import { cn, Tooltip, useFormat, useT } from '@svc/dashboard-sdk'
import type { UnlockResult } from '@svc/plugin-ip-quality/contract'
import type { ReactNode } from 'react'

/** Height and color: not the color alone says what it was. */
const bars: Readonly<Record<UnlockResult['status'], string>> = {
  unlocked: 'h-4 bg-ok',
  restricted: 'h-3 bg-warn',
  blocked: 'h-2 bg-danger',
  failed: 'h-1 bg-faint',
  unsupported: 'h-1 bg-faint',
}

/** The latest results of a service, oldest first. */
export function HistoryStrip({ results }: { results: readonly UnlockResult[] }): ReactNode {
  const t = useT()
  const format = useFormat()
  const [newest] = results
  const oldest = results.at(-1)
  if (!newest || !oldest) return <span className="text-faint">–</span>
  const unlocked = results.filter(({ status }) => status === 'unlocked').length
  const text = t('history.summary', { unlocked, total: results.length, since: format.dateTime(oldest.checked_at) })
  return (
    <Tooltip text={text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the summary is in the tooltip */}
      <span tabIndex={0} role="img" aria-label={text} className="inline-flex h-4 items-end gap-0.5 rounded-xs">
        {results.toReversed().map(({ id, status }) => (
          <span key={id} className={cn('w-1 rounded-[1px]', bars[status])} />
        ))}
      </span>
    </Tooltip>
  )
}
