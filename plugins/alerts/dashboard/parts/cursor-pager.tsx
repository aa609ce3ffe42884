import { IconButton, useT } from '@svc/dashboard-sdk'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/** One page of a cursor-based list. */
export interface CursorPage<T> {
  readonly items: readonly T[]
  /** cursor of the next page; null on the last one */
  readonly next: string | null
}

/** Paging state of a cursor-based list; resets to the first page when `queryKey` changes. */
export function useCursors(queryKey: string) {
  const [state, setState] = useState<{ queryKey: string; trail: readonly string[] }>({ queryKey, trail: [] })
  const trail = state.queryKey === queryKey ? state.trail : []
  return {
    cursor: trail.at(-1),
    page: trail.length + 1,
    older: (next: string) => setState({ queryKey, trail: [...trail, next] }),
    newer: () => setState({ queryKey, trail: trail.slice(0, -1) }),
  }
}

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
