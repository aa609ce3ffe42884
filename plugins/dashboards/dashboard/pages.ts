import { definePage } from '@svc/dashboard-sdk'
import { LayoutGrid } from 'lucide-react'

interface BoardSearch {
  /** id of the board; empty: the one last viewed */
  readonly board: string
  /** full screen; in the URL, so that a wall display shows it again after a restart */
  readonly wall: boolean
}

export const boardPage = definePage<'/dashboards', BoardSearch>({
  id: 'dashboards.board',
  path: '/dashboards',
  title: 'board.title',
  nav: { group: 'main', icon: LayoutGrid, order: 60 },
  search: (raw) => ({ board: raw.board ?? '', wall: raw.wall === 'true' }),
  load: () => import('./board-page.tsx'),
})
