import { definePage } from '@svc/dashboard-sdk'
import { LayoutGrid } from 'lucide-react'

interface BoardSearch {
  /** id of the board that is shown; empty for the one looked at last */
  readonly board: string
}

export const boardPage = definePage<'/', BoardSearch>({
  id: 'dashboards.board',
  path: '/',
  title: 'board.title',
  nav: { group: 'main', icon: LayoutGrid, order: 1 },
  search: (raw) => ({ board: raw.board ?? '' }),
  load: () => import('./board-page.js'),
})
