import { onboard } from '@svc/e2e/enrol'
import { definePages } from '@svc/e2e/pages'

export default definePages({
  async prepare({ admin }) {
    const { server_id: serverId } = await onboard(admin, 'files-1')
    return { filesId: serverId }
  },
  pages: [
    {
      name: 'files-offline',
      path: ({ filesId }) => `/files/${filesId}`,
      heading: ['Files of files-1', 'files-1 的文件'],
    },
    // The agent of web-1 does not serve files.
    {
      name: 'files-denied',
      path: ({ serverId }) => `/files/${serverId}`,
      heading: ['Files of web-1', 'web-1 的文件'],
    },
  ],
})
