import type { ReactNode } from 'react'

/** Charts side by side where there is room. */
export const ChartGrid = ({ children }: { children: ReactNode }): ReactNode => (
  <div className="grid gap-4 xl:grid-cols-2">{children}</div>
)
