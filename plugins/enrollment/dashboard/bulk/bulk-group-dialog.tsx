import { Button, Dialog, fieldRules, InlineError, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { type FormEvent, type ReactNode, useState } from 'react'
import { nameProblem, newGroup } from '../add/draft.ts'
import { GroupField } from '../server/group-field.tsx'
import { resolveGroup } from '../server/resolve-group.ts'
import { useBatch } from './use-batch.ts'

/** Moves servers to one group, or out of all. */
export function BulkGroupDialog(props: { servers: readonly ServerStatus[]; onClose: () => void }): ReactNode {
  const { onClose } = props
  const t = useT()
  // who was selected when the dialog opened; live figures change nothing about that
  const [servers] = useState(props.servers)
  const [wanted, setWanted] = useState(() => ({ group: common(servers) ?? '', groupName: '' }))
  const [tried, setTried] = useState(false)
  const { apply, run, busy, failure } = useBatch()
  const problem = wanted.group === newGroup ? nameProblem(wanted.groupName) : undefined
  const rules = fieldRules(failure, t)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problem) return
    const group = await run(async () => ({ id: await resolveGroup(wanted) }))
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
          {...wanted}
          onChange={(group, groupName) => setWanted({ group, groupName })}
          error={tried && problem ? t(problem) : (rules.group_id ?? rules.name)}
        />
        <InlineError failure={failure} />
      </form>
    </Dialog>
  )
}

/** The group all of them are in. */
const common = (servers: readonly ServerStatus[]) => {
  const [first, ...others] = new Set(servers.map((server) => server.group_id))
  return others.length === 0 ? first : undefined
}
