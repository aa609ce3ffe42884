import { PaletteGroup, PaletteItem, useNavigateToPage, useT } from '@svc/dashboard-sdk'
import { LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBoards } from '../board/use-board.ts'
import { boardPage } from '../pages.ts'

/** Dashboards in the command palette. */
export default function PaletteBoards(): ReactNode {
  const t = useT()
  const { data = [] } = useBoards()
  const navigate = useNavigateToPage()
  return (
    <PaletteGroup heading={t('home.boards')}>
      {data.map(({ id, name }) => (
        <PaletteItem
          key={id}
          id={`board ${id}`}
          icon={LayoutGrid}
          label={name}
          keywords={[t('home.boards')]}
          onSelect={() => navigate(boardPage, { search: { board: id } })}
        />
      ))}
    </PaletteGroup>
  )
}
