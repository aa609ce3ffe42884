import type { ReactNode } from 'react'
import type { Fact } from './facts.js'
import { useFactText } from './use-fact-text.js'

const most = 4

/** The first facts of an entry in one line. */
export function FactLine({ facts }: { facts: readonly Fact[] }): ReactNode {
  const text = useFactText()
  return (
    <span className="line-clamp-2 break-words text-muted">
      {facts.slice(0, most).map((fact) => {
        const { name, value, before } = text(fact)
        return (
          <span key={fact.path.join('.')} className="mr-3">
            <span className="text-faint">{name}</span>{' '}
            <span className="text-ink">{before === undefined ? value : `${before} → ${value}`}</span>
          </span>
        )
      })}
      {facts.length > most && <span className="text-faint">+{facts.length - most}</span>}
    </span>
  )
}
