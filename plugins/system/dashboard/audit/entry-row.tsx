import { cn, IconButton, RelativeTime, useFormat, useT } from '@svc/dashboard-sdk'
import type { AuditLogEntry } from '@svc/plugin-system/contract'
import { ChevronRight, ShieldAlert } from 'lucide-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { Actor } from './actor.tsx'
import type { AuditSearch } from './audit-search.ts'
import { EntryDetail } from './entry-detail.tsx'
import { byImportance, type Fact, factsOf, parseDetail } from './facts.ts'
import { isDenial } from './is-denial.ts'
import { useServerNames } from './server-names.tsx'
import { useActionText } from './use-action-text.ts'
import { useFactText } from './use-fact-text.ts'

/** An action as text and code. */
function ActionLabel({ action }: { action: string }): ReactNode {
  const t = useT()
  const text = useActionText()(action)
  return (
    <span className="block min-w-0">
      <span className="flex items-start gap-1.5">
        {isDenial(action) && (
          <ShieldAlert role="img" aria-label={t('audit.refused')} className="mt-0.5 size-4 shrink-0 text-warn" />
        )}
        {text !== undefined && <span className="font-medium">{text}</span>}
        {text === undefined && <code className="break-all font-mono text-xs leading-5">{action}</code>}
      </span>
      {text !== undefined && <code className="block break-all font-mono text-2xs text-faint">{action}</code>}
    </span>
  )
}

const maxFacts = 4

/** The most important facts in one or two lines, with shortened ids and server names. */
function FactLine({ facts }: { facts: readonly Fact[] }): ReactNode {
  const text = useFactText()
  const servers = useServerNames()
  const short = (value: string) => servers.get(value) ?? value.replace(/^([0-9a-f]{8})-[0-9a-f-]{27}$/i, '$1…')
  return (
    <span className="line-clamp-2 break-words">
      {byImportance(facts, (id) => servers.has(id))
        .slice(0, maxFacts)
        .map((fact) => {
          const { name, value, before, servers: named } = text(fact)
          return (
            <span key={fact.path.join('.')} className="mr-3">
              <span className="text-faint">{name}</span> {before !== undefined && `${before} → `}
              {named ?? short(value)}
            </span>
          )
        })}
      {facts.length > maxFacts && <span className="text-faint">+{facts.length - maxFacts}</span>}
    </span>
  )
}

interface Props {
  entry: AuditLogEntry
  onFilter: (patch: Partial<AuditSearch>) => void
}

/** A table row that expands to the details. On phones user and address are below the action. */
export function EntryRow({ entry, onFilter }: Props): ReactNode {
  const t = useT()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const id = useId()
  const facts = useMemo(() => factsOf(parseDetail(entry.detail)), [entry.detail])
  const cell = cn('px-3 py-2.5 align-top', !open && 'border-b group-last/entry:border-b-0')
  return (
    <tbody className="group/entry">
      <tr className={open ? 'bg-accent-soft/40' : 'hover:bg-accent-soft/40'}>
        <td className={cn(cell, 'w-10 py-2 pr-0 pl-3')}>
          <IconButton
            label={t(open ? 'audit.close' : 'audit.open', { number: entry.id })}
            size="sm"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight className={cn('transition-transform', open && 'rotate-90')} aria-hidden />
          </IconButton>
        </td>
        <td className={cn(cell, 'figures whitespace-nowrap max-md:hidden')}>
          <span className="block">{format.dateTime(entry.created_at)}</span>
          <RelativeTime at={entry.created_at} className="text-faint text-xs" />
        </td>
        <td className={cn(cell, 'max-md:pl-2 md:min-w-44')}>
          <ActionLabel action={entry.action} />
          <span className="mt-1 flex flex-wrap items-baseline gap-x-2 text-xs md:hidden">
            <Actor entry={entry} />
            {entry.ip !== '' && <span className="break-all font-mono text-faint">{entry.ip}</span>}
          </span>
          <span className="mt-1 block text-xs xl:hidden">
            <FactLine facts={facts} />
          </span>
        </td>
        <td className={cn(cell, 'text-right md:hidden')}>
          <RelativeTime at={entry.created_at} className="whitespace-nowrap text-faint text-xs leading-5" />
        </td>
        <td className={cn(cell, 'max-md:hidden')}>
          <Actor entry={entry} />
        </td>
        <td className={cn(cell, 'whitespace-nowrap font-mono text-xs leading-5 max-lg:hidden')}>{entry.ip || '–'}</td>
        <td className={cn(cell, 'w-1/3 pr-5 max-xl:hidden')}>{facts.length > 0 ? <FactLine facts={facts} /> : '–'}</td>
      </tr>
      {open && (
        <tr id={id} className="bg-accent-soft/40">
          <td colSpan={7} className="border-b px-4 pt-1 pb-5 group-last/entry:border-b-0 md:pl-13">
            <EntryDetail entry={entry} onFilter={onFilter} />
          </td>
        </tr>
      )}
    </tbody>
  )
}
