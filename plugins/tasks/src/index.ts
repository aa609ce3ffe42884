import { alertTasks } from '@svc/plugin-alerts/contract'
import {
  agentMessages,
  agentOnline,
  agents,
  capabilitiesReported,
  live,
  liveMessages,
  onAgent,
  onLive,
  serverDeleted,
  servers,
  serverTables,
} from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen, type Routes } from '@svc/plugin-sdk'
import { audit, retentionTiers, scheduler } from '@svc/plugin-system/contract'
import { makeAlertTasks } from './alert-tasks.ts'
import { config } from './config.ts'
import { runObservers } from './contract.ts'
import { taskTables } from './migrations/001-tasks.ts'
import { makeChangeNotifier } from './runs/change-notifier.ts'
import { makeLiveOutput } from './runs/live-output.ts'
import { runRoutes } from './runs/run-routes.ts'
import { makeRunner } from './runs/runner.ts'
import { runsStore } from './runs/runs-store.ts'
import { makeScheduler } from './schedule/scheduler.ts'
import { taskRoutes } from './tasks/task-routes.ts'
import { makeTasks } from './tasks/tasks.ts'
import { tasksStore } from './tasks/tasks-store.ts'
import { TaskOutputSubscribe, TaskOutputUnsubscribe, TaskResult } from './wire.ts'

export default definePlugin({
  id: 'tasks',
  config,
  requires: { agents, audit, live, scheduler, servers },
  points: { observers: runObservers },
  migrations: [taskTables],
  setup(context) {
    const { audit, clock, config, db } = context
    const { timezone } = context.scheduler
    const store = tasksStore(db)
    const runs = runsStore(db)
    const output = makeLiveOutput()
    const onChanged = makeChangeNotifier(context)
    const runner = makeRunner({ ...context, tasks: store, store: runs, output, onChanged })
    const schedule = makeScheduler({ ...context, timezone, tasks: store, runner })
    const tasks = makeTasks({ ...context, timezone, store, runs, runner, scheduler: schedule, onChanged })
    const routes: Routes = async (app) => {
      await app.register(taskRoutes({ tasks, runs, runner, audit, clock, timezone }))
      await app.register(runRoutes({ tasks, runs, runner, audit }))
    }
    const days = config.retention.task_results_days
    return {
      contributes: [
        ...contribute(agentMessages, onAgent(TaskResult, runner.receive)),
        ...contribute(
          liveMessages,
          onLive(TaskOutputSubscribe, output.subscribe),
          onLive(TaskOutputUnsubscribe, output.unsubscribe),
        ),
        ...contribute(
          serverTables,
          { table: 'tasks_servers', column: 'server_id' },
          { table: 'tasks_results', column: 'server_id' },
        ),
        // Null while running.
        ...contribute(
          retentionTiers,
          { table: 'tasks_results', column: 'finished_at', days },
          { table: 'tasks_runs', column: 'finished_at', days },
        ),
        ...contribute(alertTasks, makeAlertTasks({ ...context, tasks: store, runner })),
      ],
      on: [
        listen(agentOnline, ({ serverId }) => runner.connected(serverId)),
        listen(capabilitiesReported, ({ serverId }) => runner.capabilitiesReported(serverId)),
        listen(serverDeleted, ({ id }) => runner.serverDeleted(id)),
      ],
      routes,
      ready() {
        runner.recover()
        schedule.begin()
      },
      close() {
        schedule.close()
        runner.close()
      },
    }
  },
})
