import { CopyButton } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** Shows the start of a SHA-256; copies all of it. */
export const ShortHash = ({ hash }: { hash: string }): ReactNode => (
  <span className="inline-flex items-center gap-1 whitespace-nowrap">
    <code title={hash} className="font-mono text-xs">
      {hash.slice(0, 10)}
    </code>
    <CopyButton text={hash} />
  </span>
)
