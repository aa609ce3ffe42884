import { Skeleton } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { View } from './list-search.ts'

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** A placeholder for the list while it is loading. */
export const ListSkeleton = ({ view }: { view: View }): ReactNode => (
  <>
    <Skeleton className="mb-5 h-28 w-full rounded-lg max-lg:h-57" />
    <Skeleton className="mb-3 h-8.5 w-full max-w-xl" />
    {view === 'table' ? (
      <div className="panel overflow-hidden">
        {placeholders.map((key) => (
          <div key={key} className="flex h-14 items-center gap-6 border-b px-4 last:border-b-0">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-2 flex-1" />
            <Skeleton className="h-2 flex-1" />
            <Skeleton className="h-2 flex-1 max-md:hidden" />
          </div>
        ))}
      </div>
    ) : (
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))] gap-3 md:gap-4">
        {placeholders.map((key) => (
          <Skeleton key={key} className="h-52 rounded-lg" />
        ))}
      </div>
    )}
  </>
)
