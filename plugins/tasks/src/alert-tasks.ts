import type { AlertTasks } from '@svc/plugin-alerts/contract'
import type { Logger } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Runner } from './runs/runner.ts'
import type { TasksStore } from './tasks/tasks-store.ts'

interface Dependencies {
  readonly tasks: Pick<TasksStore, 'get' | 'list'>
  readonly runner: Pick<Runner, 'start' | 'isActiveOn' | 'skip' | 'targetsOf'>
  readonly audit: Pick<Audit, 'write'>
  readonly log: Logger
}

/** Lets alert rules run the tasks that are marked for it. */
export const makeAlertTasks = ({ tasks, runner, audit, log }: Dependencies): AlertTasks => {
  const permitted = (id: string) => {
    const task = tasks.get(id)
    return task?.enabled && task.alert_trigger !== 'off' ? task : undefined
  }
  return {
    plugin: 'tasks',
    has: (id) => permitted(id) !== undefined,
    run(taskId, { ruleId, ruleName, serverId, status, since }) {
      const task = permitted(taskId)
      if (!task) return log.warn({ task_id: taskId, rule_id: ruleId }, 'an alert may not run this task')
      const targets = runner.targetsOf(task)
      const serverIds = task.alert_trigger === 'targets' ? targets : targets.filter((id) => id === serverId)
      if (serverIds.length === 0) return
      if (serverIds.some((id) => runner.isActiveOn(taskId, id))) return runner.skip(taskId)
      const alert = { rule_id: ruleId, rule_name: ruleName, server_id: serverId, status }
      const runId = runner.start(task, {
        trigger: 'alert',
        alert: { ...alert, key: `${ruleId}:${serverId}:${since}:${status}` },
        serverIds,
      })
      if (runId === undefined) return
      const detail = { id: taskId, name: task.name, run_id: runId, ...alert }
      audit.write({ userId: 'system', action: 'task_triggered', detail })
    },
  }
}
