import type { AlertTasks } from '@svc/plugin-alerts/contract'
import { type Logger, text } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Runner } from './runs/runner.ts'
import type { StoredTask, TasksStore } from './tasks/tasks-store.ts'

/** characters of a command that stands for a name */
const maxName = 100

interface Dependencies {
  readonly tasks: Pick<TasksStore, 'get' | 'list'>
  readonly runner: Pick<Runner, 'start' | 'isActiveOn' | 'skip' | 'targetsOf'>
  readonly audit: Pick<Audit, 'write'>
  readonly log: Logger
}

/** Lets alert rules run the tasks that are marked for it. */
export const makeAlertTasks = ({ tasks, runner, audit, log }: Dependencies): AlertTasks => {
  const isPermitted = ({ enabled, alert_trigger }: StoredTask) => enabled === 1 && alert_trigger !== 'off'
  const permitted = (id: string) => {
    const task = tasks.get(id)
    return task && isPermitted(task) ? task : undefined
  }
  return {
    plugin: 'tasks',
    list: () =>
      tasks
        .list()
        .filter(isPermitted)
        .map(({ id, name, command, alert_trigger }) => ({
          id,
          name: name ?? command.slice(0, maxName),
          hint: text(alert_trigger === 'targets' ? 'tasks.ALERT_ON_TARGETS' : 'tasks.ALERT_ON_SERVER'),
        })),
    has: (id) => permitted(id) !== undefined,
    run(taskId, { ruleId, ruleName, serverId, source, status, since }) {
      const task = permitted(taskId)
      if (!task) return log.warn({ task_id: taskId, rule_id: ruleId }, 'an alert may not run this task')
      const targets = runner.targetsOf(task)
      const serverIds = task.alert_trigger === 'targets' ? targets : targets.filter((id) => id === serverId)
      if (serverIds.length === 0) return
      if (serverIds.some((id) => runner.isActiveOn(taskId, id))) return runner.skip(taskId)
      const alert = { rule_id: ruleId, rule_name: ruleName, server_id: serverId, status }
      const runId = runner.start(task, {
        trigger: 'alert',
        alert: { ...alert, key: `${ruleId}:${serverId}${source && `:${source}`}:${since}:${status}` },
        serverIds,
      })
      if (runId === undefined) return
      const detail = { id: taskId, name: task.name, run_id: runId, ...alert }
      audit.write({ userId: 'system', action: 'task_triggered', detail })
    },
  }
}
