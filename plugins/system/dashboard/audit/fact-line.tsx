import type { ReactNode } from 'react'
import { byImportance, type Fact } from './facts.ts'
import { useServerNames } from './server-names.tsx'
import { useFactText } from './use-fact-text.ts'

const maxFacts = 4

/** The most important facts in one or two lines, with shortened ids and server names. */
export function FactLine({ facts }: { facts: readonly Fact[] }): ReactNode {
  const text = useFactText()
  const servers = useServerNames()
  const short = (value: string) => servers.get(value) ?? value.replace(/^([0-9a-f]{8})-[0-9a-f-]{27}$/i, '$1…')
  return (
    <span className="line-clamp-2 break-words">
      {byImportance(facts, (id) => servers.has(id))
        .slice(0, maxFacts)
        .map((fact) => {
          const { name, value, before } = text(fact)
          return (
            <span key={fact.path.join('.')} className="mr-3">
              <span className="text-faint">{name}</span> {before !== undefined && `${before} → `}
              {short(value)}
            </span>
          )
        })}
      {facts.length > maxFacts && <span className="text-faint">+{facts.length - maxFacts}</span>}
    </span>
  )
}
