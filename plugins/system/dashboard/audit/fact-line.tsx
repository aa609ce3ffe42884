import type { ReactNode } from 'react'
import { type Fact, foremost } from './facts.ts'
import { useServerNames } from './server-names.tsx'
import { useFactText } from './use-fact-text.ts'

const most = 4

/** What tells most about an entry, in one or two lines. Long ids are cut; servers go by their name. */
export function FactLine({ facts }: { facts: readonly Fact[] }): ReactNode {
  const text = useFactText()
  const servers = useServerNames()
  const short = (value: string) => servers.get(value) ?? value.replace(/^([0-9a-f]{8})-[0-9a-f-]{27}$/i, '$1…')
  return (
    <span className="line-clamp-2 break-words">
      {foremost(facts, (id) => servers.has(id))
        .slice(0, most)
        .map((fact) => {
          const { name, value, before } = text(fact)
          return (
            <span key={fact.path.join('.')} className="mr-3">
              <span className="text-faint">{name}</span> {before !== undefined && `${before} → `}
              {short(value)}
            </span>
          )
        })}
      {facts.length > most && <span className="text-faint">+{facts.length - most}</span>}
    </span>
  )
}
