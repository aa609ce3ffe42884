import { Checkbox, SearchInput, useServers, useT } from '@svc/dashboard-sdk'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'

/** From so many servers on they can be searched. */
const many = 8

/** The servers that a monitor belongs to: while one of them is being worked on, its outages are told to nobody. */
export function ServersField(props: {
  value: readonly string[]
  onChange: (ids: readonly string[]) => void
  error: string | undefined
}): ReactNode {
  const { value, onChange, error } = props
  const t = useT()
  const servers = useServers()
  const [words, setWords] = useState('')
  const [open, setOpen] = useState(false)
  const chosen = useMemo(() => new Set(value), [value])
  // one that is gone is said by its id, until it is unticked
  const all = useMemo(() => {
    const known = servers.map(({ id, name }) => ({ id, name }))
    const gone = value.filter((id) => !known.some((server) => server.id === id))
    return [...known, ...gone.map((id) => ({ id, name: id }))]
  }, [servers, value])
  const shown = all.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()))
  const names = all.filter(({ id }) => chosen.has(id)).map(({ name }) => name)
  return (
    <details
      open={open || error !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-md ring-1 ring-line ring-inset"
    >
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-md px-3.5 py-2 text-sm">
        <ChevronRight className="size-4 shrink-0 text-faint group-open:rotate-90" aria-hidden />
        <span className="shrink-0 font-medium">{t('servers.label')}</span>
        <span className="min-w-0 truncate text-muted">{names.length > 0 ? names.join(', ') : t('servers.none')}</span>
      </summary>
      <div className="flex flex-col gap-2 border-t px-3.5 py-3">
        <p className="text-faint text-xs">{t('servers.hint')}</p>
        {all.length > many && (
          <SearchInput value={words} onChange={setWords} placeholder={t('servers.search')} className="md:w-full" />
        )}
        <fieldset className="flex max-h-44 flex-col gap-1 overflow-y-auto">
          <legend className="sr-only">{t('servers.label')}</legend>
          {shown.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.has(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, id] : value.filter((other) => other !== id))
              }
            />
          ))}
          {shown.length === 0 && (
            <p className="text-muted text-sm">{t(all.length === 0 ? 'servers.empty' : 'servers.noMatch')}</p>
          )}
        </fieldset>
        {error && <p className="text-danger text-xs">{error}</p>}
      </div>
    </details>
  )
}
