import { Button, Checkbox, cn, Input, useT } from '@svc/dashboard-sdk'
import type { NetworkTarget } from '@svc/plugin-probes/contract'
import { type ReactNode, useMemo, useState } from 'react'
import { addShown, maxTargets, removeShown, roomLeft, toggled } from './choice.ts'
import { groupsOf, matches, type TargetGroup } from './target-groups.ts'
import { placeName, providerName, targetName } from './target-names.ts'

/** Selects targets by group, up to the limit of a server. */
export function TargetPicker(props: {
  targets: readonly NetworkTarget[]
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
  /** reason why a target would not be probed */
  problemOf?: (target: NetworkTarget) => string | undefined
}): ReactNode {
  const { targets, chosen, onChosen, problemOf } = props
  const t = useT()
  const [search, setSearch] = useState('')
  const [rejected, setRejected] = useState(0)
  const shown = useMemo(() => targets.filter((target) => matches(t, target, search)), [targets, search, t])
  const groups = useMemo(() => groupsOf(t, shown), [shown, t])
  const room = roomLeft(chosen)
  const choose = (next: ReadonlySet<string>, left = 0) => {
    setRejected(left)
    onChosen(next)
  }
  const add = (some: readonly NetworkTarget[]) => {
    const next = addShown(
      chosen,
      some.map(({ id }) => id),
    )
    choose(next.ids, next.rejected)
  }
  const remove = (some: readonly NetworkTarget[]) =>
    choose(
      removeShown(
        chosen,
        some.map(({ id }) => id),
      ),
    )
  return (
    <div className="flex flex-col gap-3">
      <Input
        type="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        placeholder={t('picker.search')}
        aria-label={t('picker.search')}
      />
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto text-sm">
          <span className={cn('figures font-semibold', chosen.size > maxTargets && 'text-danger')}>
            {t('picker.count', { count: chosen.size, max: maxTargets })}
          </span>{' '}
          <span className="text-muted">
            {rejected > 0
              ? t('picker.refused', { count: rejected, max: maxTargets })
              : t('picker.left', { count: room })}
          </span>
        </p>
        <Button size="sm" onClick={() => add(shown)} disabled={shown.every(({ id }) => chosen.has(id)) || room === 0}>
          {t('picker.all')}
        </Button>
        <Button size="sm" onClick={() => remove(shown)} disabled={!shown.some(({ id }) => chosen.has(id))}>
          {t('picker.none')}
        </Button>
      </div>
      {groups.length === 0 && <p className="py-8 text-center text-muted text-sm">{t('picker.empty')}</p>}
      {groups.map((group) => (
        <Group
          key={group.id}
          group={group}
          chosen={chosen}
          room={room}
          onAdd={() => add(group.targets)}
          onRemove={() => remove(group.targets)}
          onToggle={(id) => choose(toggled(chosen, id))}
          problemOf={problemOf}
        />
      ))}
    </div>
  )
}

function Group(props: {
  group: TargetGroup
  chosen: ReadonlySet<string>
  room: number
  onAdd: () => void
  onRemove: () => void
  onToggle: (id: string) => void
  problemOf: ((target: NetworkTarget) => string | undefined) | undefined
}) {
  const { group, chosen, room, onAdd, onRemove, onToggle, problemOf } = props
  const t = useT()
  const count = group.targets.filter(({ id }) => chosen.has(id)).length
  const isAll = count === group.targets.length
  return (
    <fieldset className="min-w-0 rounded-md border">
      <legend className="sr-only">{group.name}</legend>
      <div className="flex items-center gap-2 border-b bg-panel px-3 py-2">
        <Checkbox
          checked={isAll}
          indeterminate={count > 0 && !isAll}
          disabled={count === 0 && room === 0}
          onChange={() => (isAll || room === 0 ? onRemove() : onAdd())}
          label={<span className="font-medium">{group.name}</span>}
        />
        <span className="figures ml-auto text-muted text-xs">
          {count} / {group.targets.length}
        </span>
      </div>
      <ul className="grid gap-x-4 px-3 py-1.5 sm:grid-cols-2">
        {group.targets.map((target) => {
          const isChosen = chosen.has(target.id)
          const problem = problemOf?.(target)
          return (
            <li key={target.id} className="min-w-0 py-1">
              <Checkbox
                className="max-w-full"
                checked={isChosen}
                disabled={!isChosen && room === 0}
                onChange={() => onToggle(target.id)}
                label={<span className="block truncate">{targetName(t, target)}</span>}
                hint={
                  <>
                    <span className="block truncate text-muted">{about(t, target)}</span>
                    {problem && <span className="block text-warn">{problem}</span>}
                  </>
                }
              />
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

const about = (t: Parameters<typeof placeName>[0], target: NetworkTarget) =>
  [providerName(t, target), placeName(t, target), target.probe_type.toUpperCase()].filter(Boolean).join(' · ')
