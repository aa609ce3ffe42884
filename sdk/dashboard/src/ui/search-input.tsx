import { Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { cn } from '../cn.ts'
import { useT } from '../i18n.ts'
import { Input } from './input.tsx'

const debounceMs = 200

/** A search input. `onChange` is debounced, so it can update the URL. */
export function SearchInput(props: {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  className?: string
}): ReactNode {
  const { value, onChange, placeholder, className } = props
  const t = useT('sdk')
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  // The value changed from outside (back button).
  if (value !== seen) {
    setSeen(value)
    setTyped(value)
  }
  const commit = useEffectEvent((next: string) => {
    setSeen(next)
    onChange(next)
  })
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => commit(typed), debounceMs)
    return () => clearTimeout(timer)
  }, [typed, value])
  const name = placeholder ?? t('action.search')
  return (
    <search className={cn('relative block w-full md:w-72', className)}>
      <Search className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-faint" aria-hidden />
      <Input
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={name}
        aria-label={name}
        className="px-8.5 [&::-webkit-search-cancel-button]:hidden"
      />
      {typed !== '' && (
        <button
          type="button"
          aria-label={t('action.clear')}
          onClick={() => setTyped('')}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-faint hover:text-ink"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </search>
  )
}
