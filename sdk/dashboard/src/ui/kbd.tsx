import type { ReactNode } from 'react'

/** A keyboard key. */
export const Kbd = ({ children }: { children: ReactNode }): ReactNode => (
  <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-xs bg-sunken px-1 font-medium font-sans text-2xs text-muted ring-1 ring-line ring-inset">
    {children}
  </kbd>
)
