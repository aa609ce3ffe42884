import { CopyButton } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** Enough of a SHA-256 to compare by eye; all of it is copied. */
export const ShortHash = ({ hash }: { hash: string }): ReactNode => (
  <span className="inline-flex items-center gap-1 whitespace-nowrap">
    <code title={hash} className="font-mono text-xs">
      {hash.slice(0, 10)}
    </code>
    <CopyButton text={hash} />
  </span>
)
