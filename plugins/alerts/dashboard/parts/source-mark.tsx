import type { ReactNode } from 'react'

/** What an alert is about on its server, for example an address; nothing for most rules. */
export const SourceMark = ({ source }: { source: string }): ReactNode =>
  source !== '' && <span className="figures wrap-anywhere font-normal text-muted text-xs">{source}</span>
