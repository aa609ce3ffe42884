import { FormDialog, saveFile, toast, useForm, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { type PassphraseDraft, PassphraseFields, passphraseProblems } from '../parts/passphrase-fields.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { proofErrors } from '../parts/proof-errors.ts'
import { ProofField, useProofKind } from '../parts/proof-field.tsx'
import { fetchBackup } from '../parts/raw-requests.ts'
import { fullBackupPath } from '../paths.ts'

interface Draft extends PassphraseDraft {
  readonly proof: string
}

/** Makes a full backup and downloads it. */
export default function FullBackupDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const kind = useProofKind()
  const [share, setShare] = useState<number>()
  const form = useForm<Draft, string>({
    values: { passphrase: '', repeated: '', proof: '' },
    validate: (draft) => {
      const problems = { ...passphraseProblems(draft), ...(draft.proof === '' && { proof: `proof.missing.${kind}` }) }
      return Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, t(problem)]))
    },
    async submit({ passphrase, proof }) {
      setShare(undefined)
      const { name, content } = await fetchBackup(fullBackupPath, { passphrase, [kind]: proof }, setShare)
      saveFile(name, 'application/octet-stream', content)
      return name
    },
    onSubmitted(name) {
      toast.success(t('download.done', { name }))
      onClose()
    },
    errorsOf: (error) => proofErrors(error, t),
  })
  return (
    <FormDialog
      form={form}
      submit={t('full.start')}
      width="md"
      onClose={onClose}
      title={t('full.title')}
      description={t('full.lead')}
    >
      <PassphraseFields form={form} hint={t('passphrase.hint')} />
      <ProofField kind={kind} error={form.error(kind, 'proof')} input={form.register('proof')} />
      {form.isSubmitting && (
        <div role="status" className="flex flex-col gap-1.5 text-muted text-sm">
          <p>{t(share === undefined ? 'full.making' : 'full.receiving')}</p>
          <ProgressBar label={t('full.title')} share={share} />
        </div>
      )}
    </FormDialog>
  )
}
