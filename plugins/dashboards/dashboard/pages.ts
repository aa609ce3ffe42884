import { definePage } from '@svc/dashboard-sdk'
import { LayoutGrid } from 'lucide-react'

interface BoardSearch {
  /** id of the board that is shown; empty for the one looked at last */
  readonly board: string
  /** it fills the screen; in the address, so that a display that starts anew shows it again */
  readonly wall: boolean
}

export const boardPage = definePage<'/', BoardSearch>({
  id: 'dashboards.board',
  path: '/',
  title: 'board.title',
  nav: { group: 'main', icon: LayoutGrid, order: 1 },
  search: (raw) => ({ board: raw.board ?? '', wall: raw.wall === 'true' }),
  load: () => import('./board-page.tsx'),
})
