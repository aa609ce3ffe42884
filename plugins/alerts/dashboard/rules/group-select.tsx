import { Button, Field, Select, useT } from '@svc/dashboard-sdk'
import type { Group } from '@svc/plugin-alerts/contract'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { GroupDialog } from '../groups/group-dialog.tsx'

/** Selects the notification group, or adds a new one. */
export function GroupSelect(props: {
  value: string
  onChange: (id: string) => void
  groups: readonly Group[]
  error: string | undefined
}): ReactNode {
  const { value, onChange, groups, error } = props
  const t = useT()
  const [isAdding, setAdding] = useState(false)
  const isUnknown = value !== '' && !groups.some(({ id }) => id === value)
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <Field label={t('rule.group')} hint={value === '' ? t('rule.groupHint') : undefined} error={error}>
            <Select value={value} onChange={({ target }) => onChange(target.value)}>
              <option value="">{t('rule.noGroup')}</option>
              {isUnknown && <option value={value}>{t('rule.newGroup')}</option>}
              {groups.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Button className={value === '' || error ? 'h-9 sm:mb-5.5' : 'h-9'} onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          {t('group.add')}
        </Button>
      </div>
      {isAdding && <GroupDialog onSaved={({ id }) => onChange(id)} onClose={() => setAdding(false)} />}
    </>
  )
}
