import { Checkbox, Field, Input, Segmented, ServerPicker, useApi, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useId, useMemo, useState } from 'react'
import type { RuleDraft } from './rule-draft.ts'

const coverTypes = ['all', 'include', 'exclude'] as const

interface ServerGroup {
  readonly id: string
  readonly name: string
}

/** The groups of servers. */
const useServerGroups = () => useApi<readonly ServerGroup[]>('/api/server-groups', { staleTime: 10_000 })

/** Names of the groups of servers by id. */
export function useServerGroupNames(): ReadonlyMap<string, string> {
  const { data } = useServerGroups()
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data])
}

const parseTags = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,，]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

/** Selects the servers of a rule: all, or by name, group and tag. */
export function CoverageField(props: {
  draft: Pick<RuleDraft, 'cover_type' | 'server_ids' | 'group_ids' | 'tags'>
  onChange: (patch: Partial<RuleDraft>) => void
  error: string | undefined
}): ReactNode {
  const { draft, onChange, error } = props
  const { cover_type: cover, server_ids: servers, group_ids: chosen, tags } = draft
  const t = useT()
  const id = useId()
  const { data: groups = [] } = useServerGroups()
  // While typing, `a,` is not `a`.
  const [typed, setTyped] = useState(tags.join(', '))
  const text = parseTags(typed).join() === tags.join() ? typed : tags.join(', ')
  const toggle = (group: string) =>
    onChange({ group_ids: chosen.includes(group) ? chosen.filter((one) => one !== group) : [...chosen, group] })
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium text-sm" aria-hidden>
        {t('coverage.title')}
      </p>
      <div>
        <Segmented
          label={t('coverage.title')}
          value={cover}
          onChange={(cover_type) => onChange({ cover_type })}
          options={coverTypes.map((value) => ({ value, label: t(`coverage.${value}`) }))}
        />
      </div>
      {cover === 'all' ? (
        <p className="text-faint text-xs">{t('coverage.allHint')}</p>
      ) : (
        <>
          <ServerPicker
            label={t(`coverage.${cover}`)}
            chosen={servers}
            onChosen={(server_ids) => onChange({ server_ids })}
            describedBy={error ? id : undefined}
          />
          {groups.length > 0 && (
            <fieldset className="flex flex-wrap gap-x-5 gap-y-1.5">
              <legend className="mb-1.5 font-medium text-sm">{t('coverage.groups')}</legend>
              {groups.map(({ id: group, name }) => (
                <Checkbox key={group} label={name} checked={chosen.includes(group)} onChange={() => toggle(group)} />
              ))}
            </fieldset>
          )}
          <Field label={t('coverage.tags')} hint={t('coverage.tagsHint')}>
            <Input
              value={text}
              onChange={({ target }) => {
                setTyped(target.value)
                onChange({ tags: parseTags(target.value) })
              }}
              maxLength={500}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
          <p className="text-faint text-xs">{t('coverage.placesHint')}</p>
        </>
      )}
      {error && (
        <p id={id} role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  )
}
