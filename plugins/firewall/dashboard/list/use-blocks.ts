import { usePages } from '@svc/dashboard-sdk'
import type { BlockPage, ListedBlock } from '@svc/plugin-firewall/contract'
import type { BlockFilter } from '../firewall-search.ts'
import { blocksPath } from '../paths.ts'
import { useChanges } from '../use-changes.ts'

const pageSize = 50

/** The blocks of the loaded pages, kept up to date. */
export function useBlocks(filter: BlockFilter) {
  useChanges()
  const { items, error, refetch, pages } = usePages<ListedBlock, BlockPage>(blocksPath, {
    search: { ...filter, limit: pageSize },
    staleTime: 0,
    refetchInterval: 60_000,
    itemsOf: (page) => page.items,
  })
  return { items, error, pages, retry: () => void refetch() }
}
