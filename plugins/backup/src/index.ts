import { users } from '@svc/plugin-auth/contract'
import { commandHost, databaseFile, definePlugin, optional, pluginAdministration } from '@svc/plugin-sdk'
import { audit } from '@svc/plugin-system/contract'
import { backupCommand, restoreCommand } from './commands.ts'
import { config } from './config.ts'
import { makeRestoreNote } from './restore-note.ts'
import { databaseRoutes } from './routes.ts'
import { makeSideFiles } from './side-files.ts'

export default definePlugin({
  id: 'backup',
  config,
  requires: { audit, database: databaseFile, host: commandHost, plugins: pluginAdministration, users: optional(users) },
  setup({ config: { backup }, clock, text, audit, database, host, plugins, users }) {
    const files = makeSideFiles(database.path)
    const note = makeRestoreNote(database.path)
    const maxRestoreSize = backup.max_restore_size
    return {
      routes: databaseRoutes({ audit, clock, database, files, note, plugins, users, maxRestoreSize, text }),
      commands: [backupCommand({ host, text }), restoreCommand({ database, host, text })],
      async ready() {
        const restored = note.read()
        if (restored) audit.write(restored)
        note.remove()
        await files.clear()
      },
    }
  },
})
