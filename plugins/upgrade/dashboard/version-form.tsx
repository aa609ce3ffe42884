import { Button, ConfirmDialog, Field, InlineError, Input, useApi, useMutate, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import type { LatestVersion } from '../src/upgrade-schema.ts'
import { parseVersion } from '../src/version-schema.ts'
import { latestPath } from './paths.ts'

/** Asks for a version, and starts an upgrade to it after a confirmation. */
export function VersionForm(props: {
  /** `POST { version }` */
  path: string
  invalidates: readonly string[]
  disabled: boolean
  action: string
  question: (version: string) => string
  consequences: string
}): ReactNode {
  const { path, invalidates, disabled, action, question, consequences } = props
  const t = useT()
  const latest = useApi<LatestVersion>(latestPath, { staleTime: 60_000 })
  const [typed, setTyped] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const given = typed ?? latest.data?.version ?? ''
  const version = parseVersion(given)
  const start = useMutate<string>('POST', path, { body: (to) => ({ version: to }), invalidates })
  return (
    <div className="flex flex-col gap-3">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (version) setIsAsking(true)
        }}
      >
        <Field label={t('form.version')} error={given && !version ? t('form.invalid') : undefined}>
          <Input
            value={given}
            placeholder="1.4.0"
            className="font-mono"
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" disabled={disabled || !version} busy={start.isPending}>
          {action}
        </Button>
      </form>
      {latest.data?.version && (
        <p className="text-muted text-sm">{t('form.latest', { version: latest.data.version })}</p>
      )}
      {start.error && <InlineError error={start.error} />}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={question(version ?? '')}
        description={consequences}
        action={action}
        destructive={false}
        onConfirm={() => {
          setIsAsking(false)
          if (version) start.mutate(version)
        }}
      />
    </div>
  )
}
