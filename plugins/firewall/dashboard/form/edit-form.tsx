import { Field, FormDialog, Input, toast, useForm, useFormat, useMutate, useT } from '@svc/dashboard-sdk'
import type { BlockPatch, FirewallBlock } from '@svc/plugin-firewall/contract'
import type { ReactNode } from 'react'
import { blockPath, changedPaths } from '../paths.ts'
import { type EditDraft, editDraftOf, patchOf } from './block-draft.ts'
import { LifetimeField } from './lifetime-field.tsx'

/** Changes the expiry and the comment of a block. */
export default function EditForm({ block, onClose }: { block: FirewallBlock; onClose: () => void }): ReactNode {
  const t = useT()
  const format = useFormat()
  const save = useMutate<BlockPatch>('PATCH', blockPath(block.id), {
    invalidates: changedPaths,
    onFailed: () => undefined,
  })
  const form = useForm<EditDraft>({
    values: editDraftOf(block),
    submit: (draft) => save.mutateAsync(patchOf(draft)),
    onSubmitted: () => {
      toast.success(t('edit.done', { target: block.target }))
      onClose()
    },
  })
  return (
    <FormDialog form={form} submit={t('edit.save')} onClose={onClose} title={t('edit.title', { target: block.target })}>
      <LifetimeField
        value={form.draft.lifetime}
        onChange={(lifetime) => form.set({ lifetime })}
        unchanged={
          block.expires_at === null
            ? t('edit.unchangedNever')
            : t('edit.unchanged', { until: format.dateTime(block.expires_at) })
        }
        error={form.error('expires_in', 'lifetime')}
      />
      <Field label={t('form.comment')} error={form.error('comment')}>
        <Input {...form.register('comment')} maxLength={500} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
