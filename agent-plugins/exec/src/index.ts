import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { ExecCancel, runCommand } from '@svc/plugin-tasks/wire'
import { makeCommands } from './commands.ts'

/** Runs commands for administrators. */
export default defineAgentPlugin({
  id: 'exec',
  setup() {
    if (process.platform === 'win32') return { unavailable: { exec: 'commands need a POSIX shell' } }
    const commands = makeCommands()
    return {
      handlers: [
        handle(runCommand, commands.run),
        handle(ExecCancel, 'exec', ({ task_id }) => commands.cancel(task_id)),
      ],
      connected: commands.connected,
      withdrawn: commands.stopAll,
      close: commands.stopAll,
    }
  },
})
