import { definePlugin } from '@svc/plugin-sdk'
import { config } from './config.js'
import { mobileNotes } from './contract.js'
import { createNotes } from './migrations/001-notes.js'
import { notesStore } from './notes-store.js'
import { noteRoutes } from './routes.js'

export default definePlugin({
  id: 'mobile',
  config,
  provides: { notes: mobileNotes },
  migrations: [createNotes],
  setup({ config, db, clock }) {
    const store = notesStore(db)
    return {
      provides: { notes: { count: store.count } },
      routes: noteRoutes({ store, clock, maxNotes: config.mobile.max_notes }),
    }
  },
})
