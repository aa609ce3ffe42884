import { definePage } from '@svc/dashboard-sdk'
import { serversPage } from '@svc/plugin-enrollment/dashboard/pages'

/** The id of the tab of a server, for links to it. */
export const dockerTab = 'docker'

/** The Docker page of a server; redirects to its tab. */
export const dockerPage = definePage<'/servers/$id/docker', Readonly<Record<string, string>>>({
  id: 'docker.server',
  path: '/servers/$id/docker',
  title: 'tab.title',
  parent: serversPage,
  search: (raw) => raw,
  load: () => import('./forward-page.tsx'),
})
