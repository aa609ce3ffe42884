import { IconButton, useT } from '@svc/dashboard-sdk'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { useCursors } from './use-cursors.ts'

/** Pager for cursor-based lists; hidden when there is only one page. */
export function CursorPager(props: {
  cursors: ReturnType<typeof useCursors>
  next: string | null | undefined
}): ReactNode {
  const { cursors, next } = props
  const t = useT()
  if (cursors.page === 1 && !next) return null
  return (
    <nav aria-label={t('pager.label')} className="flex items-center justify-between gap-3 border-t px-5 py-2">
      <span className="figures text-faint text-xs">{t('pager.page', { page: cursors.page })}</span>
      <span className="flex gap-1">
        <IconButton label={t('pager.newer')} size="sm" disabled={cursors.page === 1} onClick={cursors.newer}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton label={t('pager.older')} size="sm" disabled={!next} onClick={() => next && cursors.older(next)}>
          <ChevronRight aria-hidden />
        </IconButton>
      </span>
    </nav>
  )
}
