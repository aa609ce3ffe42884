import { type Check, type Clock, type CodedText, type Core, toSeconds, toTimestamp } from '@svc/plugin-sdk'

interface Row {
  readonly name: string
  readonly failures: number
  readonly next_run_at: number | null
  readonly last_success_at: number | null
  readonly error_json: string | null
}

/** The server makes a backup within a minute after it is due. */
const lateSeconds = 3600

/** Whether scheduled backups are made. */
export const plansCheck = (clock: Pick<Clock, 'now'>, text: Core['text']): Check => ({
  name: 'backups',
  run({ read }) {
    const plans = read<Row>(`
      SELECT name, failures, next_run_at, last_success_at, (
        SELECT error_json FROM backup_runs WHERE plan_id = backup_plans.id ORDER BY backup_runs.id DESC LIMIT 1
      ) AS error_json FROM backup_plans WHERE enabled = 1`)
    if (!plans?.length) {
      const advice = 'schedule one on the page Backup, or run svc-server backup regularly'
      return [{ state: 'warning', text: 'no backup is scheduled', advice }]
    }
    return plans.map(({ name, failures, next_run_at, last_success_at, error_json }) => {
      const last =
        last_success_at === null ? 'has not succeeded yet' : `succeeded last at ${toTimestamp(last_success_at)}`
      if (failures > 0) {
        const reason = text(JSON.parse(error_json ?? '{"code":"backup.INTERRUPTED"}') as CodedText)
        return {
          state: 'problem',
          text: `backup ${name} fails (it ${last}): ${reason}`,
          advice: 'see the page Backup',
        }
      }
      if (next_run_at !== null && next_run_at < toSeconds(clock.now()) - lateSeconds) {
        const due = `backup ${name} has been due since ${toTimestamp(next_run_at)} (it ${last})`
        return { state: 'warning', text: due, advice: 'start the server' }
      }
      return { state: 'ok', text: `backup ${name} ${last}` }
    })
  },
})
