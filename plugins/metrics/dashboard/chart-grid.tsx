import type { ReactNode } from 'react'

/** Two columns of charts if there is room; with an odd number the first spans both. */
export const ChartGrid = ({ children }: { children: ReactNode }): ReactNode => (
  <div className="grid gap-4 xl:grid-cols-2 xl:[&>:first-child:nth-last-child(odd)]:col-span-2">{children}</div>
)
