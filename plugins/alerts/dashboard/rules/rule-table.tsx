import {
  Badge,
  Button,
  type Column,
  cn,
  DropdownMenu,
  IconButton,
  MenuItem,
  MenuSeparator,
  Switch,
  Table,
  useFormat,
  useMutate,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import type { AlertRule, AlertTaskView, Group } from '@svc/plugin-alerts/contract'
import { Copy, EllipsisVertical, ListChecks, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { SeverityBadge } from '../parts/severity-badge.tsx'
import { eventsPath, itemPath, rulesPath } from '../paths.ts'
import { useServerGroupNames } from './coverage-field.tsx'
import { allChannels, type Types, tasksOf } from './rule-draft.ts'
import { ruleText, useRuleTextContext } from './rule-text.ts'

export type RuleAction = 'edit' | 'copy' | 'delete' | 'states'

/** Rules with summary, status and notification group. */
export function RuleTable(props: {
  rules: readonly AlertRule[] | undefined
  types: Types
  groups: readonly Group[]
  tasks: readonly AlertTaskView[] | null
  onAction: (action: RuleAction, rule: AlertRule) => void
  empty: ReactNode
}): ReactNode {
  const { rules, types, groups, tasks, onAction, empty } = props
  const t = useT()
  const format = useFormat()
  const textContext = useRuleTextContext()
  const names = useServerNames()
  const serverGroups = useServerGroupNames()
  const toggle = useMutate<AlertRule>('PUT', ({ id }) => itemPath(rulesPath, id), {
    body: ({ enabled }) => ({ enabled: !enabled }),
    invalidates: [rulesPath, eventsPath],
  })
  const groupName = (id: string | null) =>
    id === allChannels ? t('group.all') : groups.find((group) => group.id === id)?.name
  const runs = (rule: AlertRule) => {
    if (!tasks) return null
    const { fail_trigger_tasks, recover_trigger_tasks } = tasksOf(rule)
    const ids = new Set([...fail_trigger_tasks, ...recover_trigger_tasks])
    if (ids.size === 0) return null
    const names = [...ids].map((id) => tasks.find((task) => task.id === id)?.name ?? t('ruleTasks.unavailable'))
    return <span className="wrap-anywhere text-faint text-xs">{t('ruleTasks.runs', { names: names.join(', ') })}</span>
  }
  const notifies = (rule: AlertRule) => (
    <>
      {groupName(rule.notification_group_id) ?? <span className="text-warn">{t('rule.nobody')}</span>}
      <span className="block text-faint text-xs">
        {t(`mode.${rule.trigger_mode}Short`, { span: format.duration(rule.reminder_minutes * 60) })}
      </span>
      {runs(rule)}
    </>
  )
  const firing = (rule: AlertRule) => (
    <Button
      variant="ghost"
      size="sm"
      className="figures -ml-2.5"
      onClick={() => onAction('states', rule)}
      aria-label={t('rule.statesOf', { name: rule.name, count: rule.firing })}
    >
      {rule.firing > 0 ? (
        <Badge tone="danger">{t('rule.firing', { count: rule.firing, number: format.number(rule.firing) })}</Badge>
      ) : (
        <span className="text-faint">{t('rule.quiet')}</span>
      )}
    </Button>
  )
  const columns: Column<AlertRule>[] = [
    {
      id: 'name',
      header: t('column.rule'),
      cell: (rule) => (
        <div className="min-w-0">
          <span className={cn('wrap-anywhere font-medium', !rule.enabled && 'text-muted')}>{rule.name}</span>
          <SeverityBadge severity={rule.severity} className="ml-2 align-middle" />
          <p className="mt-0.5 max-w-prose break-words text-muted text-xs">
            {ruleText(rule, types, names, serverGroups, textContext)}
          </p>
          {rule.problems.length > 0 && (
            <p className="mt-1 flex items-start gap-1.5 text-warn text-xs">
              <TriangleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
              {t('rule.problems', { count: rule.problems.length, types: rule.problems.join(', ') })}
            </p>
          )}
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3 text-xs md:hidden">
            <span>{firing(rule)}</span>
            <span className="lg:hidden">{groupName(rule.notification_group_id) ?? t('rule.nobody')}</span>
            {runs(rule)}
          </div>
        </div>
      ),
    },
    { id: 'firing', header: t('column.firing'), className: 'max-md:hidden whitespace-nowrap', cell: firing },
    { id: 'notifies', header: t('column.notifies'), className: 'max-md:hidden', cell: notifies },
    {
      id: 'enabled',
      header: t('column.enabled'),
      className: 'w-20',
      cell: (rule) => (
        <Switch
          checked={toggle.isPending && toggle.variables.id === rule.id ? !rule.enabled : rule.enabled}
          onChange={() => toggle.mutate(rule)}
          label={t('rule.enable', { name: rule.name })}
        />
      ),
    },
    {
      id: 'acts',
      label: t('column.acts'),
      align: 'right',
      className: 'w-24 max-sm:w-12',
      cell: (rule) => (
        <div className="flex justify-end">
          <IconButton
            label={t('rule.edit', { name: rule.name })}
            size="sm"
            className="max-sm:hidden"
            onClick={() => onAction('edit', rule)}
          >
            <Pencil aria-hidden />
          </IconButton>
          <DropdownMenu
            trigger={
              <IconButton label={t('rule.menu', { name: rule.name })} size="sm">
                <EllipsisVertical aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={Pencil} onSelect={() => onAction('edit', rule)}>
              {t('action.edit')}
            </MenuItem>
            <MenuItem icon={Copy} onSelect={() => onAction('copy', rule)}>
              {t('action.duplicate')}
            </MenuItem>
            <MenuItem icon={ListChecks} onSelect={() => onAction('states', rule)}>
              {t('rule.states')}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} destructive onSelect={() => onAction('delete', rule)}>
              {t('action.delete')}
            </MenuItem>
          </DropdownMenu>
        </div>
      ),
    },
  ]
  return <Table caption={t('ruleList.title')} columns={columns} rows={rules} rowKey={({ id }) => id} empty={empty} />
}
