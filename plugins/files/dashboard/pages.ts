import { definePage } from '@svc/dashboard-sdk'
import { serversPage } from '@svc/plugin-enrollment/dashboard/pages'

export interface FilesSearch {
  /** the current folder; empty: where the agent permits */
  readonly path: string
  /** the open file */
  readonly file: string
}

export const filesPage = definePage<'/files/$serverId', FilesSearch>({
  id: 'files.server',
  path: '/files/$serverId',
  title: 'page.title',
  access: 'admin',
  parent: serversPage,
  search: ({ path = '', file = '' }) => ({ path, file }),
  load: () => import('./files-page.tsx'),
})
