import { type ReactNode, useMemo, useState } from 'react'
import { useT } from '../i18n.ts'
import { type ServerName, useServerList } from '../live/use-server-list.ts'
import { useFormat } from '../use-format.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { SearchInput } from './search-input.tsx'

/** More rows are only reachable by search. */
const maxRows = 200

/** A searchable list of servers with checkboxes. Deleted servers stay listed until they are deselected. */
export function ServerPicker(props: {
  label: string
  chosen: readonly string[]
  onChosen: (ids: readonly string[]) => void
  describedBy?: string | undefined
}): ReactNode {
  const { label, chosen, onChosen, describedBy } = props
  const t = useT()
  const format = useFormat()
  const servers = useServerList()
  const [text, setText] = useState('')
  const ticked = useMemo(() => new Set(chosen), [chosen])
  const all = useMemo((): readonly ServerName[] => {
    const existing = new Set(servers.map(({ id }) => id))
    const deleted = chosen.filter((id) => !existing.has(id))
    return [...deleted.map((id) => ({ id, name: t('sdk:picker.gone', { id }) })), ...servers]
  }, [servers, chosen, t])
  const wanted = text.trim().toLowerCase()
  const found = all.filter(({ name }) => name.toLowerCase().includes(wanted))
  const shown = found.slice(0, maxRows)
  const toggle = (id: string) => onChosen(ticked.has(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const allTicked = found.length > 0 && found.every(({ id }) => ticked.has(id))
  const toggleAll = () => {
    const ids = new Set(found.map(({ id }) => id))
    onChosen(allTicked ? chosen.filter((id) => !ids.has(id)) : [...new Set([...chosen, ...ids])])
  }
  return (
    <fieldset aria-describedby={describedBy} className="rounded-md border">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b p-2">
        <SearchInput
          value={text}
          onChange={setText}
          placeholder={t('sdk:picker.search')}
          className="min-w-48 flex-1 md:w-auto"
        />
        <span role="status" className="figures text-muted text-xs">
          {t('sdk:picker.count', { number: format.number(chosen.length), total: format.number(all.length) })}
        </span>
        <Button size="sm" disabled={found.length === 0} onClick={toggleAll}>
          {t(allTicked ? 'sdk:picker.none' : 'sdk:picker.all', { count: found.length })}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <ul tabIndex={0} aria-label={label} className="max-h-52 overflow-y-auto p-1">
        {shown.map(({ id, name }) => (
          <li key={id} className="rounded-sm px-2 py-1 hover:bg-accent-soft">
            <Checkbox
              label={<span className="break-words">{name}</span>}
              checked={ticked.has(id)}
              onChange={() => toggle(id)}
              className="flex"
            />
          </li>
        ))}
        {found.length === 0 && (
          <li className="px-2 py-3 text-center text-muted text-sm">
            {t(all.length === 0 ? 'sdk:picker.empty' : 'sdk:picker.noMatch')}
          </li>
        )}
        {found.length > maxRows && (
          <li className="px-2 py-2 text-faint text-xs">{t('sdk:picker.more', { count: found.length - maxRows })}</li>
        )}
      </ul>
    </fieldset>
  )
}
