import { join } from 'node:path'
import { definePages } from '@svc/e2e/pages'
import { adminPassword } from '@svc/e2e/session'
import { until } from '@svc/e2e/until'

const plans = '/api/settings/backup/plans'

export default definePages({
  async prepare({ admin, server }) {
    const { id: planId } = await admin.send<{ id: string }>('POST', plans, {
      name: 'Nightly',
      schedule: { frequency: 'daily', time: '03:00', weekday: 1, day: 1 },
      destination: { kind: 'directory', path: join(server.dataDir, 'backups') },
      passphrase: 'correct horse battery',
      password: adminPassword,
    })
    await admin.send('POST', `${plans}/${planId}/run`)
    await until('the backup to be stored', async () => {
      const { last_run } = await admin.get<{ last_run: object | null }>(`${plans}/${planId}`)
      return last_run ?? undefined
    })
    return { planId }
  },
  pages: [
    { name: 'backup', path: '/settings/backup', heading: ['Backup', '备份'] },
    { name: 'backup-plan', path: ({ planId }) => `/settings/backup/${planId}`, heading: ['Nightly', 'Nightly'] },
  ],
})
