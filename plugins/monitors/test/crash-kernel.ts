import { createTestKernel } from '@svc/kernel/testing'
import { type Notice, notifications, silence } from '@svc/plugin-alerts/contract'
import enrollment from '@svc/plugin-enrollment'
import { definePlugin } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import monitors from '../src/index.ts'

/** Stores notifications in the transaction of the caller, as the real outbox does. */
const alerts = definePlugin({
  id: 'alerts',
  provides: { notifications, silence },
  migrations: [
    {
      name: '001-notices',
      up: (db) => db.exec('CREATE TABLE alerts_notices (id INTEGER PRIMARY KEY, monitor TEXT, event TEXT)'),
    },
  ],
  setup({ db }) {
    const insert = db.prepare<[string, string]>('INSERT INTO alerts_notices (monitor, event) VALUES (?, ?)')
    return {
      provides: {
        notifications: {
          hasGroup: () => true,
          reaches: () => true,
          notify: (_: string | null, { subjectId, event }: Notice) => void insert.run(subjectId, event),
          close: () => {},
        },
        silence: { isSilenced: () => false },
      },
    }
  },
})

/** A kernel with service monitors, to be killed at any moment. */
export const startKernel = (dataDir: string, now: number) =>
  createTestKernel({
    plugins: [system, enrollment, alerts, monitors],
    config: { monitors: { allow_private: ['127.0.0.0/8'] } },
    dataDir,
    now,
  })
