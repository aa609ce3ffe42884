import { cn, IconButton, Input, useT } from '@svc/dashboard-sdk'
import { ChevronRight, HardDrive, Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { crumbsOf, resolvePath, topPath } from '../host-path.ts'
import { shownName } from './shown-name.ts'

/** The current folder as breadcrumb, and as text to edit. */
export function PathBar({ path, onPath }: { path: string; onPath: (path: string) => void }): ReactNode {
  const t = useT()
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing) {
    return (
      <PathInput
        path={path}
        onClose={() => setEditing(false)}
        onPath={(next) => {
          setEditing(false)
          onPath(next)
        }}
      />
    )
  }
  return (
    <>
      <Crumbs path={path} onPath={onPath} />
      <IconButton ref={button} label={t('path.edit')} onClick={() => setEditing(true)}>
        <Pencil aria-hidden />
      </IconButton>
    </>
  )
}

function Crumbs({ path, onPath }: { path: string; onPath: (path: string) => void }) {
  const t = useT()
  const list = useRef<HTMLOListElement>(null)
  // The end is what matters if there is no room for all.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another end
  useEffect(() => {
    list.current?.scrollTo({ left: list.current.scrollWidth })
  }, [path])
  const crumbs = crumbsOf(path)
  return (
    <nav aria-label={t('path.label')} className="min-w-0 flex-1">
      <ol ref={list} className="flex items-center overflow-x-auto [scrollbar-width:none]">
        {crumbs.map((crumb, index) => {
          const isLast = index === crumbs.length - 1
          return (
            <li key={crumb.path} className="flex shrink-0 items-center">
              {index > 0 && <ChevronRight className="size-3.5 text-faint" aria-hidden />}
              <button
                type="button"
                aria-current={isLast ? 'page' : undefined}
                onClick={() => onPath(crumb.path)}
                className={cn(
                  'flex h-8 max-w-60 items-center rounded-md px-1.5 text-sm hover:bg-accent-soft',
                  isLast ? 'font-medium text-ink' : 'text-muted hover:text-ink',
                )}
              >
                {crumb.path === topPath ? (
                  <HardDrive className="size-4" role="img" aria-label={t('path.top')} />
                ) : (
                  <bdi className="truncate">{shownName(crumb.name)}</bdi>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function PathInput(props: { path: string; onPath: (path: string) => void; onClose: () => void }) {
  const { path, onPath, onClose } = props
  const t = useT()
  const [typed, setTyped] = useState(path)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  return (
    <form
      className="min-w-0 flex-1"
      onSubmit={(event) => {
        event.preventDefault()
        onPath(resolvePath(path, typed.trim() || path))
      }}
    >
      <Input
        ref={input}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
        onBlur={onClose}
        aria-label={t('path.label')}
        autoComplete="off"
        spellCheck={false}
        className="w-full font-mono"
      />
    </form>
  )
}
