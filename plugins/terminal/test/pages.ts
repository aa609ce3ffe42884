import { onboard } from '@svc/e2e/enrol'
import { definePages } from '@svc/e2e/pages'

export default definePages({
  async prepare({ admin }) {
    const { server_id: serverId } = await onboard(admin, 'terminal-1')
    return { serverId }
  },
  pages: [
    {
      name: 'terminal-offline',
      path: ({ serverId }) => `/terminal/${serverId}`,
      heading: ['Terminal of terminal-1', 'terminal-1 的终端'],
    },
  ],
})
