import { Button, cn, Dialog, Field, fieldRules, InlineError, Input, useFormat, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { Minus } from 'lucide-react'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import { maxTags, parseTags, tagProblem } from '../add/draft.ts'
import { tagUsage } from '../tags/tag-usage.ts'
import { useBatchUpdate } from './use-batch-update.ts'

/** Adds tags to servers and removes tags from them; their other tags are kept. */
export function BulkTagsDialog(props: { servers: readonly ServerStatus[]; onClose: () => void }): ReactNode {
  const { onClose } = props
  const t = useT()
  const format = useFormat()
  const [servers] = useState(props.servers)
  const present = useMemo(() => tagUsage(servers), [servers])
  const [typed, setTyped] = useState('')
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [submitted, setSubmitted] = useState(false)
  const { apply, busy, error } = useBatchUpdate()
  const added = parseTags(typed)
  const problem = tagProblem(added)
  const rules = fieldRules(error, t)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (problem || added.length + removed.length === 0) return
    const ids = servers.map(({ id }) => id)
    if (await apply(ids, { add_tags: added, remove_tags: [...removed] })) onClose()
  }
  const toggleRemoved = (tag: string) =>
    setRemoved((before) => (before.includes(tag) ? before.filter((other) => other !== tag) : [...before, tag]))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('bulk.tags.title', { count: servers.length })}
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('sdk:action.cancel')}</Button>
          <Button
            type="submit"
            form="bulk-tags"
            variant="primary"
            busy={busy}
            disabled={added.length + removed.length === 0}
          >
            {t('bulk.tags.submit')}
          </Button>
        </>
      }
    >
      <form id="bulk-tags" onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4.5">
        <Field
          label={t('bulk.tags.add')}
          hint={t('profile.tagsHint')}
          error={submitted && problem ? t(problem, { count: maxTags }) : rules.add_tags}
        >
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
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
        <InlineError error={error} />
      </form>
    </Dialog>
  )
}
