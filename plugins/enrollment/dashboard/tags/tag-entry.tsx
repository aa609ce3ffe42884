import { Badge, Button, ConfirmDialog, errorText, fieldRules, IconButton, Input, useT } from '@svc/dashboard-sdk'
import { Check, ListFilter, Pencil, Trash2, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { tagProblem } from '../add/draft.js'
import { useBatch } from '../bulk/use-batch.js'
import type { TagUse } from './tags-of.js'

/** A tag that can be renamed in place. A name that another tag has makes one of both. */
export function TagEntry(props: { use: TagUse; others: readonly string[]; onTag: (tag: string) => void }): ReactNode {
  const { use, others, onTag } = props
  const { tag, ids } = use
  const t = useT()
  const [name, setName] = useState<string>()
  const [removing, setRemoving] = useState(false)
  const { apply, busy, failure } = useBatch()
  const wanted = name?.trim() ?? ''
  const problem = wanted === '' ? undefined : tagProblem([wanted])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (problem) return
    if (wanted === '' || wanted === tag) setName(undefined)
    else if (await apply(ids, { add_tags: [wanted], remove_tags: [tag] })) setName(undefined)
  }
  const remove = async () => {
    await apply(ids, { remove_tags: [tag] })
    setRemoving(false)
  }
  if (name !== undefined) {
    const merges = wanted !== tag && others.includes(wanted)
    const wrong = problem ? t(problem) : failure && (fieldRules(failure, t).add_tags ?? errorText(failure, t))
    return (
      <li className="px-3 py-2">
        <form onSubmit={(event) => void submit(event)} className="flex items-center gap-2">
          <Input
            aria-label={t('tags.name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.stopPropagation()
              setName(undefined)
            }}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={wrong ? true : undefined}
            autoFocus
          />
          <Button type="submit" variant="primary" busy={busy} disabled={wanted === ''} className="h-9">
            <Check aria-hidden />
            {t('groups.save')}
          </Button>
          <IconButton label={t('sdk:action.cancel')} onClick={() => setName(undefined)}>
            <X aria-hidden />
          </IconButton>
        </form>
        <p role="status" className={`mt-1.5 text-xs ${wrong ? 'text-danger' : 'text-muted'}`}>
          {wrong ?? (merges ? t('tags.merges', { tag: wanted }) : '')}
        </p>
      </li>
    )
  }
  return (
    <li className="flex items-center gap-2 py-1.5 pr-2 pl-4">
      <span className="min-w-0 flex-1">
        <Badge>{tag}</Badge>
      </span>
      <span className="figures whitespace-nowrap text-faint text-xs">{t('groups.count', { count: ids.length })}</span>
      <IconButton label={t('tags.filter', { tag })} onClick={() => onTag(tag)}>
        <ListFilter aria-hidden />
      </IconButton>
      <IconButton label={t('groups.rename', { name: tag })} onClick={() => setName(tag)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={t('groups.delete', { name: tag })} onClick={() => setRemoving(true)}>
        <Trash2 aria-hidden />
      </IconButton>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t('tags.removeTitle', { tag })}
        description={t('tags.removeHint', { count: ids.length })}
        action={t('tags.removeAction')}
        busy={busy}
        onConfirm={() => void remove()}
      />
    </li>
  )
}
