import { FormDialog, fieldRules, useForm, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { type ReactNode, useState } from 'react'
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
  const apply = useBatchUpdate()
  const form = useForm({
    values: { group: commonGroup(servers) ?? '', groupName: '' },
    validate: ({ group, groupName }) => {
      const problem = group === newGroup ? nameProblem(groupName) : undefined
      return { groupName: problem && t(problem) }
    },
    submit: async (draft) =>
      apply(
        servers.map(({ id }) => id),
        { group_id: await resolveGroup(draft) },
      ),
    errorsOf: (error) => {
      const { group_id, name } = fieldRules(error, t)
      return { group: group_id, groupName: name }
    },
    onSubmitted: onClose,
  })
  return (
    <FormDialog
      form={form}
      submit={t('bulk.group.submit')}
      onClose={onClose}
      title={t('bulk.group.title', { count: servers.length })}
      description={t('bulk.group.description', { count: servers.length })}
      width="sm"
    >
      <GroupField
        {...form.draft}
        onChange={(group, groupName) => form.set({ group, groupName })}
        error={form.error('groupName') ?? form.error('group')}
      />
    </FormDialog>
  )
}

/** The group that all servers are in, if any. */
const commonGroup = (servers: readonly ServerStatus[]) => {
  const [first, ...others] = new Set(servers.map((server) => server.group_id))
  return others.length === 0 ? first : undefined
}
