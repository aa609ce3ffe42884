import { Badge, ConfirmDialog, errorText, fieldRules, IconButton, useT } from '@svc/dashboard-sdk'
import { ListFilter, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { tagProblem } from '../add/draft.ts'
import { useBatchUpdate } from '../bulk/use-batch-update.ts'
import { RenameForm } from '../groups/rename-form.tsx'
import type { TagUse } from './tag-usage.ts'

/** A tag that can be renamed inline and removed. Renaming it to an existing tag merges the two. */
export function TagEntry(props: { use: TagUse; others: readonly string[]; onTag: (tag: string) => void }): ReactNode {
  const { use, others, onTag } = props
  const { tag, ids } = use
  const t = useT()
  const [name, setName] = useState<string>()
  const [removing, setRemoving] = useState(false)
  const { apply, busy, error } = useBatchUpdate()
  const newName = name?.trim() ?? ''
  const problem = newName === '' ? undefined : tagProblem([newName])
  const save = async () => {
    if (problem) return
    if (newName === '' || newName === tag) setName(undefined)
    else if (await apply(ids, { add_tags: [newName], remove_tags: [tag] })) setName(undefined)
  }
  const remove = async () => {
    await apply(ids, { remove_tags: [tag] })
    setRemoving(false)
  }
  if (name !== undefined) {
    const merges = newName !== tag && others.includes(newName)
    const serverError = error && (fieldRules(error, t).add_tags ?? errorText(error, t))
    return (
      <RenameForm
        value={name}
        onChange={setName}
        onSubmit={() => void save()}
        onCancel={() => setName(undefined)}
        busy={busy}
        problem={problem ? t(problem) : serverError}
        note={merges ? t('tags.merges', { tag: newName }) : undefined}
        input={{ 'aria-label': t('tags.name'), autoCapitalize: 'none', spellCheck: false }}
      />
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
