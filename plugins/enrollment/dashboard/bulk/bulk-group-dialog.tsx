import { Button, Dialog, fieldRules, InlineError, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { type FormEvent, type ReactNode, useState } from 'react'
import { nameProblem, newGroup } from '../add/draft.ts'
import { GroupField } from '../server/group-field.tsx'
import { resolveGroup } from '../server/resolve-group.ts'
import { useBatchUpdate } from './use-batch-update.ts'

/** Moves servers to a group, or removes them from their groups. */
export function BulkGroupDialog(props: { servers: readonly ServerStatus[]; onClose: () => void }): ReactNode {
  const { onClose } = props
  const t = useT()
  // The servers that were selected when the dialog opened; live updates must not change them.
  const [servers] = useState(props.servers)
  const [choice, setChoice] = useState(() => ({ group: commonGroup(servers) ?? '', groupName: '' }))
  const [submitted, setSubmitted] = useState(false)
  const { apply, run, busy, error } = useBatchUpdate()
  const problem = choice.group === newGroup ? nameProblem(choice.groupName) : undefined
  const rules = fieldRules(error, t)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (problem) return
    const group = await run(async () => ({ id: await resolveGroup(choice) }))
    if (!group) return
    const ids = servers.map(({ id }) => id)
    if (await apply(ids, { group_id: group.id })) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('bulk.group.title', { count: servers.length })}
      description={t('bulk.group.description', { count: servers.length })}
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('sdk:action.cancel')}</Button>
          <Button type="submit" form="bulk-group" variant="primary" busy={busy}>
            {t('bulk.group.submit')}
          </Button>
        </>
      }
    >
      <form id="bulk-group" onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <GroupField
          {...choice}
          onChange={(group, groupName) => setChoice({ group, groupName })}
          error={submitted && problem ? t(problem) : (rules.group_id ?? rules.name)}
        />
        <InlineError error={error} />
      </form>
    </Dialog>
  )
}

/** The group that all servers are in, if any. */
const commonGroup = (servers: readonly ServerStatus[]) => {
  const [first, ...others] = new Set(servers.map((server) => server.group_id))
  return others.length === 0 ? first : undefined
}
