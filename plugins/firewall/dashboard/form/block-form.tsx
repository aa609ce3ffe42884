import {
  ApiError,
  api,
  errorText,
  Field,
  FormDialog,
  fieldRules,
  Input,
  toast,
  useForm,
  useInvalidate,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { BlockInput, FirewallBlock } from '@svc/plugin-firewall/contract'
import type { ReactNode } from 'react'
import { blockPath, blocksPath, changedPaths } from '../paths.ts'
import { type BlockDraft, emptyBlock, inputOf, problemsOf } from './block-draft.ts'
import { LifetimeField } from './lifetime-field.tsx'
import { ServersField } from './servers-field.tsx'
import { TargetField } from './target-field.tsx'

/** The server removes the block after so long, unless this browser can still say that it is connected. */
const confirmSeconds = 60
/** Until then agents have applied it, so that a block which cuts this connection prevents the confirmation. */
const appliedMs = 2000

const aboutTarget = ['firewall.NOT_A_RANGE', 'firewall.TARGET_PROTECTED', 'firewall.ALREADY_BLOCKED']

/** Blocks an address or range. */
export default function BlockForm({ target, onClose }: { target?: string; onClose: () => void }): ReactNode {
  const t = useT()
  const invalidate = useInvalidate()
  const create = useMutate<BlockInput, FirewallBlock>('POST', blocksPath, { onFailed: () => undefined })
  const form = useForm<BlockDraft, FirewallBlock>({
    values: emptyBlock(target),
    validate: (draft) => Object.fromEntries(Object.entries(problemsOf(draft)).map(([field, key]) => [field, t(key)])),
    errorsOf: (error) => {
      const code = error instanceof ApiError ? (error.details as { code?: unknown } | undefined)?.code : undefined
      return aboutTarget.some((each) => each === code) ? { target: errorText(error, t) } : fieldRules(error, t)
    },
    async submit(draft) {
      const block = await create.mutateAsync({ ...inputOf(draft), confirm_within: confirmSeconds })
      await new Promise((resolve) => setTimeout(resolve, appliedMs))
      try {
        await api('POST', `${blockPath(block.id)}/confirm`, undefined)
        toast.success(t('form.done', { target: block.target }))
      } catch {
        toast.warning(t('form.unconfirmed', { target: block.target }))
      }
      return block
    },
    onSubmitted: () => {
      void invalidate(...changedPaths)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      submit={t('form.save')}
      onClose={onClose}
      title={t('form.title')}
      description={t('form.lead')}
    >
      <TargetField form={form} />
      <ServersField draft={form.draft} onChange={form.set} error={form.error('server_ids', 'servers')} />
      <LifetimeField
        value={form.draft.lifetime}
        onChange={(lifetime) => form.set({ lifetime })}
        error={form.error('expires_in', 'lifetime')}
      />
      <Field label={t('form.comment')} error={form.error('comment')}>
        <Input {...form.register('comment')} maxLength={500} autoComplete="off" />
      </Field>
      <p className="text-faint text-xs">{t('form.safety')}</p>
    </FormDialog>
  )
}
