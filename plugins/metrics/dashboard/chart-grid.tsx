import type { ReactNode } from 'react'

/** Charts side by side where there is room; of an odd number the first takes the width, so that no place stays empty. */
export const ChartGrid = ({ children }: { children: ReactNode }): ReactNode => (
  <div className="grid gap-4 xl:grid-cols-2 xl:[&>:first-child:nth-last-child(odd)]:col-span-2">{children}</div>
)
