import { Badge, ConfirmDialog, IconButton, InlineError, useT } from '@svc/dashboard-sdk'
import { ListFilter, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { tagProblem } from '../add/draft.ts'
import { useBatchUpdate } from '../bulk/use-batch-update.ts'
import { RenameForm } from '../groups/rename-form.tsx'
import { useRequest } from '../server/use-request.ts'
import type { TagUse } from './tag-usage.ts'

/** A tag that can be renamed inline and removed. Renaming it to an existing tag merges the two. */
export function TagEntry(props: { use: TagUse; others: readonly string[]; onTag: (tag: string) => void }): ReactNode {
  const { use, others, onTag } = props
  const { tag, ids } = use
  const t = useT()
  const [isRenaming, setRenaming] = useState(false)
  const [removing, setRemoving] = useState(false)
  const apply = useBatchUpdate()
  const { run, busy, error } = useRequest()
  const remove = async () => {
    if (await run(() => apply(ids, { remove_tags: [tag] }))) setRemoving(false)
  }
  if (isRenaming) {
    return (
      <RenameForm
        name={tag}
        input={{ 'aria-label': t('tags.name'), autoCapitalize: 'none', spellCheck: false }}
        validate={(name) => {
          const problem = tagProblem([name])
          return problem && t(problem)
        }}
        noteOf={(name) => (name !== tag && others.includes(name) ? t('tags.merges', { tag: name }) : undefined)}
        onRename={(name) => apply(ids, { add_tags: [name], remove_tags: [tag] })}
        onClose={() => setRenaming(false)}
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
      <IconButton label={t('groups.rename', { name: tag })} onClick={() => setRenaming(true)}>
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
      >
        {error && <InlineError error={error} />}
      </ConfirmDialog>
    </li>
  )
}
