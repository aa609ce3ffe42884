import { Field, FormDialog, Input, useForm, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { resolvePath } from '../host-path.ts'

/** Asks for the folder to move entries to. */
export default function MoveDialog(props: {
  count: number
  /** where they are */
  path: string
  onSubmit: (folder: string) => Promise<void>
  onClose: () => void
}): ReactNode {
  const { count, path, onSubmit, onClose } = props
  const t = useT()
  const form = useForm({
    values: { folder: path },
    validate: ({ folder }) => ({ folder: resolvePath(path, folder.trim()) === path ? t('move.same') : undefined }),
    submit: ({ folder }) => onSubmit(resolvePath(path, folder.trim())),
    onSubmitted: onClose,
  })
  return (
    <FormDialog form={form} title={t('move.title', { count })} submit={t('move.submit')} onClose={onClose}>
      <Field label={t('move.folder')} hint={t('move.hint')} error={form.error('folder')}>
        <Input {...form.register('folder')} autoComplete="off" spellCheck={false} className="font-mono" />
      </Field>
    </FormDialog>
  )
}
