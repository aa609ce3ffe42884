import { Card, PageLink, useT } from '@svc/dashboard-sdk'
import { LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBoards, useBoardUpdates } from '../board/use-board.ts'
import { boardPage } from '../pages.ts'

/** Links to all dashboards, on the home page. */
export default function BoardLinks(): ReactNode {
  const t = useT()
  const { data = [] } = useBoards()
  useBoardUpdates()
  if (data.length === 0) return null
  return (
    <Card className="mt-5" title={t('home.boards')}>
      <ul className="flex flex-wrap gap-2">
        {data.map(({ id, name }) => (
          <li key={id} className="min-w-0">
            <PageLink
              page={boardPage}
              search={{ board: id }}
              className="flex h-9 max-w-64 items-center gap-2 rounded-md border px-3 text-sm transition-colors hover:bg-accent-soft"
            >
              <LayoutGrid className="size-4 shrink-0 text-faint" aria-hidden />
              <span className="truncate">{name}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
