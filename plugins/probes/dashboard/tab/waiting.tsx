import { Skeleton, StatSkeletons } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** The shape of the tab while it loads. */
export const Waiting = (): ReactNode => (
  <div aria-busy="true" className="mt-2 min-w-0 basis-full">
    <StatSkeletons />
    <Skeleton className="h-72 rounded-lg" />
  </div>
)
