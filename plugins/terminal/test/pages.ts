import { onboard } from '@svc/e2e/enrol'
import { definePages } from '@svc/e2e/pages'
import { simulateTerminal } from '../e2e/simulated-terminal.ts'

export default definePages({
  async prepare({ server, admin, later }) {
    const { server_id: serverId } = await onboard(admin, 'terminal-1')
    const terminal = await simulateTerminal(server.url, admin, 'terminal-2')
    later(terminal.close)
    return { serverId, recordingId: await terminal.record() }
  },
  pages: [
    {
      name: 'terminal-offline',
      path: ({ serverId }) => `/terminal/${serverId}`,
      heading: ['Terminal of terminal-1', 'terminal-1 的终端'],
    },
    {
      name: 'terminal-passkey',
      path: ({ serverId }) => `/terminal/${serverId}/passkey`,
      heading: ['Passkey for the terminal of terminal-1', 'terminal-1 终端的通行密钥'],
    },
    {
      name: 'terminal-recordings',
      path: '/settings/terminal-recordings',
      heading: ['Terminal recordings', '终端录像'],
    },
    {
      name: 'terminal-recording',
      path: ({ recordingId }) => `/settings/terminal-recordings/${recordingId}`,
      heading: ['terminal-2', 'terminal-2'],
    },
  ],
})
