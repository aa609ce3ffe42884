import type { Database, Logger, Registry } from '@svc/plugin-sdk'
import type { AlertTasks } from '../contract.ts'
import type { RuleRow } from '../rules/rules-store.ts'
import type { StateFields, Transition } from './transitions.ts'

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly log: Logger
  readonly alertTasks: Registry<AlertTasks>
}

/** What runs tasks: an alert that fires, and one that recovers by itself. Neither during maintenance. */
function statusOf({ change }: Transition): 'firing' | 'resolved' | undefined {
  if (!change || change.suppressed) return undefined
  if (change.change === 'fired') return 'firing'
  const hasRecovered = change.reason === 'recovered' || change.reason === 'quiet'
  return change.change === 'resolved' && hasRecovered ? 'resolved' : undefined
}

/** Runs the tasks of a rule, in the transaction of the caller. A task that cannot be run does not lose the alert. */
export const makeRunTasks =
  ({ db, log, alertTasks }: Dependencies) =>
  (
    rule: Pick<RuleRow, 'id' | 'name' | 'fail_tasks_json' | 'recover_tasks_json'>,
    subject: { readonly serverId: string; readonly source: string },
    transition: Transition & { readonly state: Pick<StateFields, 'first_triggered_at'> },
  ): void => {
    const status = statusOf(transition)
    if (!status) return
    const ids: string[] = JSON.parse(status === 'firing' ? rule.fail_tasks_json : rule.recover_tasks_json)
    const { first_triggered_at: since } = transition.state
    for (const id of ids) {
      const source = alertTasks.all().find((tasks) => tasks.has(id))
      if (!source) {
        log.warn({ rule_id: rule.id, task_id: id }, 'the task of a rule does not exist or may not be run by alerts')
        continue
      }
      try {
        db.transaction(() => source.run(id, { ruleId: rule.id, ruleName: rule.name, ...subject, status, since }))
      } catch (err) {
        log.error({ err, rule_id: rule.id, task_id: id }, 'running the task of a rule failed')
      }
    }
  }
export type RunTasks = ReturnType<typeof makeRunTasks>
