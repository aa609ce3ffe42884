import { cn, Field, FormDialog, Input, useForm, useFormat, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { Minus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { maxTags, parseTags, tagProblem } from '../add/draft.ts'
import { tagUsage } from '../tags/tag-usage.ts'
import { useBatchUpdate } from './use-batch-update.ts'

interface Draft {
  /** as typed */
  readonly add_tags: string
  readonly remove_tags: readonly string[]
}

const empty: Draft = { add_tags: '', remove_tags: [] }

/** Adds tags to servers and removes tags from them; their other tags are kept. */
export function BulkTagsDialog(props: { servers: readonly ServerStatus[]; onClose: () => void }): ReactNode {
  const { onClose } = props
  const t = useT()
  const format = useFormat()
  const [servers] = useState(props.servers)
  const present = useMemo(() => tagUsage(servers), [servers])
  const apply = useBatchUpdate()
  const form = useForm({
    values: empty,
    validate: ({ add_tags }) => {
      const problem = tagProblem(parseTags(add_tags))
      return { add_tags: problem && t(problem, { count: maxTags }) }
    },
    async submit(draft) {
      const add_tags = parseTags(draft.add_tags)
      const remove_tags = [...draft.remove_tags]
      const ids = servers.map(({ id }) => id)
      if (add_tags.length + remove_tags.length > 0) await apply(ids, { add_tags, remove_tags })
    },
    onSubmitted: onClose,
  })
  const removed = form.draft.remove_tags
  const toggleRemoved = (tag: string) =>
    form.set({ remove_tags: removed.includes(tag) ? removed.filter((other) => other !== tag) : [...removed, tag] })
  return (
    <FormDialog
      form={form}
      submit={t('bulk.tags.submit')}
      onClose={onClose}
      title={t('bulk.tags.title', { count: servers.length })}
      width="sm"
    >
      <Field label={t('bulk.tags.add')} hint={t('profile.tagsHint')} error={form.error('add_tags')}>
        <Input
          {...form.register('add_tags')}
          placeholder="prod, web"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      {present.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 font-medium text-sm">{t('bulk.tags.remove')}</legend>
          <div className="flex flex-wrap gap-1.5">
            {present.map(({ tag, ids }) => {
              const isRemoved = removed.includes(tag)
              return (
                <button
                  key={tag}
                  type="button"
                  aria-pressed={isRemoved}
                  onClick={() => toggleRemoved(tag)}
                  className={cn(
                    'inline-flex h-7 items-center gap-1.5 rounded-full px-2.5 font-medium text-xs ring-1 ring-inset',
                    isRemoved ? 'bg-danger/13 text-danger line-through ring-danger/40' : 'bg-sunken ring-line',
                  )}
                >
                  {isRemoved && <Minus className="size-3" aria-hidden />}
                  {tag}
                  <span className="figures text-faint">{format.number(ids.length)}</span>
                </button>
              )
            })}
          </div>
        </fieldset>
      )}
    </FormDialog>
  )
}
