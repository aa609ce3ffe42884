import type { ReactNode } from 'react'
import type { ListPages } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Button } from './button.tsx'

/** Loads the next page of a list that was cut; renders nothing on the last one. */
export function LoadMore({ pages, label }: { pages: ListPages; label?: string }): ReactNode {
  const t = useT('sdk')
  const { hasMore, isLoadingMore, loadMore } = pages
  if (!hasMore) return null
  return (
    <div className="border-t px-5 py-3 text-center">
      <Button size="sm" busy={isLoadingMore} onClick={loadMore}>
        {label ?? t('action.more')}
      </Button>
    </div>
  )
}
