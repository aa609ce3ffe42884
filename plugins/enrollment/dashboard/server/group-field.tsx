import { Field, Input, Select, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { newGroup } from '../add/draft.ts'
import { useGroups } from './use-groups.ts'

/** Selects a group, no group, or a new group by name. */
export function GroupField(props: {
  group: string
  groupName: string
  onChange: (group: string, groupName: string) => void
  error?: ReactNode
}): ReactNode {
  const { group, groupName, onChange, error } = props
  const t = useT()
  const { groups } = useGroups()
  const isNewGroup = group === newGroup
  return (
    <div className="grid gap-3 md:grid-cols-2 md:[&>:only-child]:col-span-2">
      <Field label={t('profile.group')} error={isNewGroup ? undefined : error}>
        <Select value={group} onChange={(event) => onChange(event.target.value, groupName)}>
          <option value="">{t('groups.none')}</option>
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={newGroup}>{t('groups.new')}</option>
        </Select>
      </Field>
      {isNewGroup && (
        <Field label={t('groups.name')} error={error}>
          <Input
            value={groupName}
            onChange={(event) => onChange(group, event.target.value)}
            autoComplete="off"
            autoFocus
          />
        </Field>
      )}
    </div>
  )
}
