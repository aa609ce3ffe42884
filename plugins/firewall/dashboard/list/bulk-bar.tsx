import {
  api,
  Button,
  Checkbox,
  ConfirmDialog,
  IconButton,
  InlineError,
  toast,
  toError,
  useInvalidate,
  useT,
} from '@svc/dashboard-sdk'
import { ShieldOff, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { batchDeletePath, changedPaths } from '../paths.ts'

/** of one request */
const batchSize = 200

/** What can be done with the selected blocks. */
export function BulkBar(props: {
  selected: ReadonlySet<string>
  shown: readonly string[]
  onSelected: (ids: ReadonlySet<string>) => void
}): ReactNode {
  const { selected, shown, onSelected } = props
  const t = useT()
  const invalidate = useInvalidate()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const ids = [...selected]
  const isAll = shown.every((id) => selected.has(id))
  const count = ids.length
  async function unblock() {
    setBusy(true)
    setError(undefined)
    try {
      let deleted = 0
      for (let from = 0; from < ids.length; from += batchSize) {
        const body = { ids: ids.slice(from, from + batchSize) }
        deleted += (await api<{ deleted: number }>('POST', batchDeletePath, body)).deleted
      }
      toast.success(t('bulk.done', { count: deleted }))
      setAsking(false)
      onSelected(new Set())
    } catch (failure) {
      setError(toError(failure))
    }
    setBusy(false)
    await invalidate(...changedPaths)
  }
  return (
    <section aria-label={t('bulk.label')} className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-5 pb-3">
      <Checkbox
        label={t('select.all')}
        checked={isAll}
        indeterminate={!isAll}
        onChange={() => onSelected(isAll ? new Set() : new Set([...ids, ...shown]))}
      />
      <p role="status" className="figures text-muted text-sm">
        {t('bulk.chosen', { count })}
      </p>
      <span className="ml-auto flex items-center gap-2">
        <Button size="sm" className="text-danger" onClick={() => setAsking(true)}>
          <ShieldOff aria-hidden />
          {t('bulk.unblock', { count })}
        </Button>
        <IconButton size="sm" label={t('select.none')} onClick={() => onSelected(new Set())}>
          <X aria-hidden />
        </IconButton>
      </span>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('bulk.title', { count })}
        description={t('bulk.text')}
        action={t('bulk.unblock', { count })}
        busy={isBusy}
        onConfirm={() => void unblock()}
      >
        {error && <InlineError error={error} />}
      </ConfirmDialog>
    </section>
  )
}
